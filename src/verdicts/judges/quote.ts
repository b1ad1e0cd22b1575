import { foldCase, straighten } from '../../text/fold.ts'
import { seen } from './fence.ts'

/** Whether a quote really stands where it is said to stand, and whether it is evidence or an order to the judge. */
const QUOTE_CHARACTERS_MIN = 4

/** Spacing, case and typographic variants are no reason to call a quote invented. */
const folded = (text: string): string =>
  foldCase(straighten(seen(text).normalize('NFKC')).replaceAll(/\\[nt"]/g, ' '))

const stripped = (text: string): string => text.replace(/^["'… ]+|["'… ]+$|^\.{3}|\.{3}$/g, '').trim()

export function standsIn(quote: string, text: string): boolean {
  const [wanted, there] = [stripped(folded(quote)), folded(text)]
  // One letter stands in every message: it would be evidence for anything.
  const least = Math.min(QUOTE_CHARACTERS_MIN, stripped(there).length)
  return wanted.length >= Math.max(1, least) && there.includes(wanted)
}

/**
 * Words that speak to whoever rates, not to the customer: orders about ratings, fake answers, fake delimiters. English,
 * German, French, Spanish and Chinese; a net with holes, which is why the fence does not rest on it.
 */
const TO_THE_JUDGE: readonly RegExp[] = [
  /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instructions?|prompts?|rubrics?|guidelines?|(previous|prior|above) (rules|text))\b/,
  /\b(system|developer) (prompt|message|override)\b|(^|[.!?"'\]>] ?)system ?:/,
  /\b(rate|score|grade) (this|that|it|me|us|everything|all|every|each|the (conversation|message|agent|reply|response|dialogue|turn|answer|transcript))\b/,
  /\b(rating|score|grade|marks?)s? ?(of|is|are|:|=|should be|must be|to) ?(4|5|10|1\.0|100|full|max\w*|perfect|highest|top)\b|\bfull marks\b/,
  /\b(give|assign|award|return|output|set|answer)\b.{0,40}\b(rating|score|grade|json)s?\b/,
  /\b(judge|evaluator|grader|rater)s?\b.{0,40}\b(must|should|please|rate|score|give|has to)\b/,
  /\b(dear|attention|note to|hey|hello|message (to|for)) (the )?(judge|evaluator|grader|rater)/,
  /["']?\b(language|empathy|usefulness|satisfaction|compliance|resolution_quality|policy_adherence_judged)["'\\]* ?[:=] ?["'\\]*[{\d]|["']level["\\']* ?:/,
  /\bevent_\d+\b/,
  /<\|?\/?(im_start|im_end|system|assistant|user|endoftext|data|transcript|conversation)|\[\/?inst\]|[-=#]{3,} ?(end|begin)\b/,
  /\bend of (the )?(transcript|data|input)\b|\b(begin|start) of (the )?(rating|evaluation|instructions)\b/,
  /\b(ignorier\w*|missacht\w*|vergiss\w*)\b.{0,40}(anweisung|vorgabe|regel|prompt)|\bbewert\w*\b.{0,40}(mit \d|höchst|beste|maxim|voll)|(höchst|volle )punktzahl/,
  /\b(ignore[zr]?|oublie[zr]?)\b.{0,40}(instruction|consigne|règle)|\b(notez|évaluez|attribuez)\b.{0,40}(maxim|meilleure|parfait|\d ?\/ ?\d)/,
  /\b(ignora\w*|olvida\w*)\b.{0,40}(instruccion|reglas)|\b(califi\w*|puntú\w*|puntua\w*)\b.{0,40}(máxim|perfect|mejor|con un|\d ?\/ ?\d)/,
  /忽略.{0,20}(指令|指示|规则|提示)|(评分|打分|评为|给出).{0,12}(\d|满分|最高)|系统提示/,
]

/** Homoglyphs and spaced-out letters are not undone: what a person would read as an order is what counts. */
export const speaksToTheJudge = (text: string): boolean => {
  const read = folded(text)
  return TO_THE_JUDGE.some((pattern) => pattern.test(read))
}
