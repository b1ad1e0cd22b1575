import type { Problem } from '../../base/files/problem.ts'

/** What is wrong with a case, in the words of its form: who fills it in has seen no file. */
export function inFormWords({ code, message, hint = '' }: Problem): string {
  const said = message.replace(/^[a-z0-9-]+: /, '')
  return [inForm(said), hintFor(code, hint)].filter((part) => part !== '').join('. ')
}

const inForm = (said: string): string =>
  sentence(
    REPLACED.reduce((text, [from, to]) => text.replaceAll(from, to), said).replaceAll(
      /\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g,
      (id) => id.replaceAll('_', ' '),
    ),
  )

/** Members of a cases file -> boxes of the form. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/at intensity (\d)/g, 'pressed at "How hard" $1'],
  [/the graph never leads to/g, 'the procedure never leads to'],
  [/the graph leads to/g, 'the procedure leads to'],
  [/, which is not an acceptable outcome/g, ', and "What is right in the end" says otherwise'],
  [/no acceptable outcome hands over/g, '"What is right in the end" hands nothing over'],
  [/the opening/g, 'the first message'],
  [/so (\S+) is volunteered/g, 'so the customer gives $1 unasked'],
  [/, but does not volunteer it/g, ', and the box beside it is not ticked'],
  [/\bresolvable case\b/g, 'case that can be resolved'],
]

function hintFor(code: string, hint: string): string {
  if (code === 'outcome-differs') return way(hint)
  const volunteers = /^Add (\S+) to `volunteers`/.exec(hint)
  if (volunteers !== null)
    return `Tick "in the first message" beside ${spaced(volunteers[1] ?? '')}, or leave it out of the message`
  if (/^Add `records:/.test(hint)) return 'Name it under "Records"'
  if (/^Make it/.test(hint))
    return `Choose another "Kind": ${hint.replace(/^Make it |\.$/g, '').replaceAll('-', ' ')}`
  return inForm(hint.replaceAll('`', '"').replace(/\.$/, ''))
}

/** `return_item/ask_order > return_item/done`: the steps on the way, as they are called. */
const way = (hint: string): string =>
  hint
    .replace(/^Its path: /, 'On this way: ')
    .replaceAll(/\b[\w-]+\//g, '')
    .replaceAll(' > ', ', then ')
    .replaceAll('_', ' ')

const spaced = (id: string): string => id.replaceAll('_', ' ')
const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
