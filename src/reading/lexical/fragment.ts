import { type AskedPart, askedParts } from './asked.ts'
import type { Frames } from './frames/frames.ts'
import type { Unit } from './prepare.ts'

const WORDS_MAX = 6

/** What stands before the first comma, bracket or relative clause: "order number" of "order number (on the label)". */
const HEAD_END =
  /[(,:;]| (?:you|it|we|i|which|that|who|where|from|with|used|as|once|again|too|please|on|in|under)\b/
const LEAD =
  /^(?:(?:and|or|also|then|plus|second|secondly|first|third|finally|still|just|only|the same|both)[, ]+)+/

/** The things a clause without a verb names: "Date of birth and passphrase once more, please." Undefined where it says something. */
export function namedIn(unit: Unit, frames: Frames): readonly AskedPart[] | undefined {
  if (unit.kind !== 'inform' || unit.polarity !== 'positive' || /\d/.test(unit.text)) return undefined
  const parts = askedParts(unit.text, unit.from).map((part) => ({ ...part, text: headOf(part.text) }))
  const isNamed = ({ text }: AskedPart): boolean =>
    text !== '' && text.split(' ').length <= WORDS_MAX && !frames.says.test(text)
  const [first] = parts
  return first !== undefined && isNamed(first) ? parts.filter(isNamed) : undefined
}

function headOf(text: string): string {
  const plain = text.replace(LEAD, '')
  const end = HEAD_END.exec(plain)?.index ?? plain.length
  return plain
    .slice(0, end)
    .replace(/[.!?"']+$/, '')
    .trim()
}
