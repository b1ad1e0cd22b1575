import { plain, SENTENCE_MAX } from '../read/plain.ts'
import type { LintContext } from './context.ts'
import { type Finding, finding, quote } from './finding.ts'

/**
 * "If it does not match, ask once more.": and if it does not match then? Or the other way round: "If it still does not match,
 * decline", where nobody is asked a second time.
 */
export function missingEnd({ sop }: LintContext): readonly Finding[] {
  return sop.sections.flatMap(({ clauses }) => {
    const texts = clauses.map(({ text }) => (text.length > SENTENCE_MAX ? '' : plain(text)))
    const tries = texts.findIndex((text) => TRY_AGAIN.test(text))
    const lasts = texts.findIndex((text) => STILL.test(text))
    const [tried, still] = [clauses[tries], clauses[lasts]]
    if (tried !== undefined && !behind(texts, tries).some((text) => THEN.test(text)))
      return [
        finding('missing-else', [{ clause: tried.id, text: tried.text, at: tried.at }], {
          says: `It says ${quote(TRY_AGAIN.exec(texts[tries] ?? '')?.[0] ?? '')}, and nothing about the customer whose second answer is no better.`,
          instead: 'Add a sentence: "If it is wrong again, or they give none, decline and explain that ..."',
        }),
      ]
    if (still !== undefined && !before(texts, lasts).some((text) => SECOND.test(text)))
      return [
        finding('missing-else', [{ clause: still.id, text: still.text, at: still.at }], {
          says: `${quote(STILL.exec(texts[lasts] ?? '')?.[0] ?? '')} speaks of a second try, and no sentence asks for one.`,
          instead: 'Say what happens the first time: "If it does not match, ask once more."',
        }),
      ]
    return []
  })
}

const behind = (texts: readonly string[], at: number): readonly string[] => [
  (texts[at] ?? '').split(TRY_AGAIN).at(-1) ?? '',
  ...texts.slice(at + 1),
]

const before = (texts: readonly string[], at: number): readonly string[] => [
  ...texts.slice(0, at),
  (texts[at] ?? '').split(STILL)[0] ?? '',
]

/** The agent asks, not somebody "who asks a second time". */
const TRY_AGAIN =
  /\b(?:allow|give|grant)\b[^.;:,]{0,30}\b(?:one|a|another) (?:further |more |second )?(?:attempt|try|chance)\b|(?<!\b(?:they|who|somebody|someone|customers?|guests?|callers?|you|we) )\bask\b[^.;:,]{0,40}\b(?:once more|once again|one more time|a second time|(?<=\b(?:not|no|wrong|fails?|n't)\b.*)again)\b/i
/** Whatever may take up the one who fails twice. */
const THEN =
  /^\W*(?:and )?(?:then|otherwise|after|still)\b|\b(?:otherwise|if not|second (?:time|answer|try|attempt)|twice|both times)\b|\b(?:if|when|unless|without|whoever|who)\b.*\b(?:still|again|wrong|none|match(?:es)?|right|correct)\b/i
const STILL =
  /^still (?:not|no|wrong)\b|\b(?:if|when|unless)\b[^.;]{0,40}\b(?:still (?:(?:does|do|is|are|did)(?: not|n't)|(?:doesn|don|isn|aren)'t|wrong|no match)|(?:is|are) wrong again|wrong a second time)\b|\b(?:if|when)\b[^.;]{0,20}\bsecond (?:attempt|try|answer) (?:fails|is wrong)\b/i
const SECOND =
  /\b(?:once more|once again|one more|a second|again|twice|second|retry|retries|another try|times|attempts?)\b/i
