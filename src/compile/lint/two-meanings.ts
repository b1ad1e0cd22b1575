import type { Clause } from '../../sop/sop.ts'
import { plain, withoutEnd } from '../read/plain.ts'
import { contentOf } from '../tie/words.ts'
import { meaningOf, shareOf } from './claims.ts'
import type { LintContext } from './context.ts'
import { type Finding, finding } from './finding.ts'
import { grouped } from './grouped.ts'

/** A word of the house that one section explains in one way and another section in another. */
export function twoMeanings({ sop }: LintContext): readonly Finding[] {
  const definitions = [...sop.clauses.values()].flatMap(definitionOf)
  return [...grouped(definitions, ({ term }) => term).values()].flatMap((ofTerm) =>
    ofTerm.flatMap((one, at): readonly Finding[] => {
      const other = ofTerm
        .slice(at + 1, at + 1 + LATER_MAX)
        .find((each) => each.clause.section !== one.clause.section && differ(one, each))
      if (other === undefined) return []
      return [
        finding('two-meanings', [cited(one.clause), cited(other.clause)], {
          says: `"${one.said}" means one thing here and another there, so nobody knows which is meant where the word is used.`,
          instead: 'Define it once, or give the second thing a name of its own.',
        }),
      ]
    }),
  )
}

/** Nobody defines a word more often; in a text made to be slow somebody would. */
const LATER_MAX = 20

const cited = ({ id, text, at }: Clause) => ({ clause: id, text, at })

type Definition = {
  readonly clause: Clause
  /** stems, for comparing */
  readonly term: string
  readonly said: string
  readonly meaning: ReadonlySet<string>
  readonly numbers: string
}

const TERM = String.raw`["']?([\p{L}][\p{L}\d' -]{1,38}?)["']?`
const FORMS: readonly RegExp[] = [
  new RegExp(
    `^(?:an? |the |any )?${TERM} (?:means?|is defined as|are defined as|stands for|refers to) (.+)$`,
    'iu',
  ),
  new RegExp(`^by (?:an? |the )?${TERM} we mean (.+)$`, 'iu'),
  new RegExp(
    `^(?:an? |the |all |any )${TERM} (?:is|are) (?:one|those|any|anything|somebody|someone|people|a customer|customers)(?: of ours)? (?:that|which|who|whose|where|with|we|of) (.+)$`,
    'iu',
  ),
  new RegExp(
    `^${TERM} are (?:those|all|people|customers) (?:that|which|who|whose|where|with|we|of) (.+)$`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:it|this|that|an? [\p{L}-]+|the [\p{L}-]+) (?:is|counts as|is considered|is called) (?:an? )?${TERM} (?:if|when|only if|only when|where) (.+)$`,
    'iu',
  ),
  new RegExp(`^(?:an? |the )?${TERM} (?:is|are) (?:when|where|if) (.+)$`, 'iu'),
  new RegExp(`^an? ${TERM} (?:is|are) (an? .+)$`, 'iu'),
  new RegExp(
    `^${TERM}: ((?:an?|the|any|all|when|what|people|those|customers|somebody|someone|everybody|everyone) .+)$`,
    'iu',
  ),
]

function definitionOf(clause: Clause): readonly Definition[] {
  if (clause.text.length > 400) return []
  const text = withoutEnd(plain(clause.text))
  for (const form of FORMS) {
    const [, said, meaning] = form.exec(text) ?? []
    if (said === undefined || meaning === undefined) continue
    const stems = contentOf(said)
    if (
      stems.length === 0 ||
      stems.length > 3 ||
      /^(?:what|which|who|this|that|it|they|yes|no)\b/i.test(said)
    )
      continue
    return [
      {
        clause,
        said: said.toLowerCase(),
        term: [...stems].sort().join(' '),
        meaning: meaningOf(meaning),
        numbers: (meaning.match(/\d+/g) ?? []).join(' '),
      },
    ]
  }
  return []
}

/** Half the words in common and the same numbers: the same thing, told twice. */
const differ = (a: Definition, b: Definition): boolean =>
  a.meaning.size > 0 && b.meaning.size > 0 && (shareOf(a.meaning, b.meaning) < 0.5 || a.numbers !== b.numbers)
