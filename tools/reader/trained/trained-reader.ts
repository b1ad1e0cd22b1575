import type { DeskLists } from '../../../src/base/values/desk-lists.ts'
import type {
  ActKind,
  ActPlace,
  Polarity,
  ReadAct,
  Reading,
  ReadSentence,
  SentenceForm,
} from '../../../src/base/values/reading.ts'
import { foldMessage } from '../../../src/reading/lexical/fold.ts'
import type { LaidSentence } from '../../../src/reading/lexical/layout.ts'
import { valuesIn } from '../../../src/reading/lexical/values.ts'
import { likelyLanguage } from '../../../src/text/languages.ts'
import type { Encoded, Encoder } from '../encoder/encoder.ts'
import { chanceOf } from './exact.ts'
import type { Heads } from './heads-file.ts'
import { along, around, halvesOf, patternLogits, stateLogits } from './kind-heads.ts'
import { HEADS, type Head, PLACED, type Placed } from './kinds-of-heads.ts'
import { FEATURES, type NearDesk, nearness, withUsual } from './nearness.ts'
import { logitBy, type Network } from './network.ts'
import { mayStandFor, type Place, placesOf } from './places.ts'
import { linksOf, prepareDesk } from './prepared-desk.ts'
import { type SaidUnit, saidUnits } from './said-units.ts'
import { type Best, bestOf, type Earlier, NOT_THERE, noBest, SECOND, secondLook } from './second-look.ts'
import { patternsOf } from './word-patterns.ts'

/** What came before a message: the customer's last words, and what the agent's earlier messages did. */
export type Before = { readonly said: string; readonly earlier: Earlier }
export type TrainedAct = ReadAct & { readonly chance: number }
export type TrainedReading = Reading & {
  readonly sentences: readonly (ReadSentence & { readonly acts: readonly TrainedAct[] })[]
}
export type TrainedReader = {
  readonly none: Earlier
  /** what is seen in a message before anything is decided */
  readonly look: (text: string, before: Before) => Looked
  /** what the message did, and what the next message has before it */
  readonly read: (
    text: string,
    before: Before,
  ) => { readonly reading: TrainedReading; readonly earlier: Earlier }
}

export type Looked = {
  readonly sentences: readonly LaidSentence[]
  readonly units: readonly LookedUnit[]
  readonly earlier: Earlier
}
export type LookedUnit = SaidUnit & {
  /** logits of heads, by words and by states */
  readonly kinds: Float32Array
  /** kind by kind, a logit for each place */
  readonly logits: Best
  /** what the network of the second look is given for a place; null: small talk, not looked at */
  readonly row: ((place: number) => Float32Array) | null
}

/** Below this nobody would say that it was meant. */
export const MAYBE_FROM = 0.3
/** A unit whose words alone are so surely a courtesy, and so surely nothing that has a place, is not given to the encoder. */
const SKIPPED_FROM = 3
const SMALL_TALK: readonly Head[] = ['courtesy', 'greet', 'comfort', 'closing', 'more']

export function trainedReader(lists: DeskLists, heads: Heads, encoder: Encoder): TrainedReader {
  const places = placesOf(lists)
  const codes = new Map<string, Encoded>()
  const encodeAll = (texts: Iterable<string>): void => {
    const missing = [...new Set(texts)].filter((text) => text !== '' && !codes.has(text))
    for (const [at, code] of encoder.encode(missing).entries()) codes.set(missing[at] ?? '', code)
  }
  const encoded = (text: string): Encoded => {
    encodeAll([text])
    const code = codes.get(text)
    if (code === undefined) throw new RangeError('a text to encode has letters')
    return code
  }
  const wordings = places.flatMap(({ wordings: own }) => own.map(({ text }) => text))
  encodeAll(wordings)
  const desk: NearDesk = withUsual(prepareDesk(places, encoded), encoded, encoder)
  const links = linksOf(places, encoded, encoder)
  const none = noBest(places.length)
  const halves = halvesOf(heads.states.states)
  codes.clear()

  const look = (text: string, { said, earlier }: Before): Looked => {
    const { sentences, units } = saidUnits(text, said)
    const byWords = units.map((unit) => patternLogits(patternsOf(unit), heads.patterns))
    const isSkipped = byWords.map(isSmallTalk)
    encodeAll(
      units.flatMap((unit, at) => (isSkipped[at] ? [] : [unit.text, unit.previous, unit.next, unit.before])),
    )
    const ofText = (one: string): Encoded | undefined => (one === '' ? undefined : encoded(one))
    const kinds = units.map((unit, at) => {
      const own = byWords[at] ?? new Float32Array()
      const both = new Float32Array(2 * HEADS.length)
      both.set(own)
      const context = around(ofText(unit.before), ofText(unit.previous))
      const states = isSkipped[at]
        ? own
        : stateLogits(along(encoded(unit.text), halves, encoder), context, heads.states)
      both.set(states, HEADS.length)
      return both
    })
    const near = units.map((unit, at) => (isSkipped[at] ? undefined : nearness(unit, desk, encoded, encoder)))
    codes.clear()
    const rowOf = (at: number, second?: Float32Array): LookedUnit['row'] => {
      const [own, heard] = [near[at], kinds[at]]
      return own === undefined || heard === undefined ? null : (place) => rowOfPair(place, own, heard, second)
    }
    const first = units.map((_, at) => logitsBy(heads.first, places, rowOf(at)))
    const second = secondLook({ units: first, heads: kinds }, earlier, places.length, links)
    const own = bestOf(places.length, first)
    return {
      sentences,
      units: units.map((unit, at) => {
        const row = rowOf(at, second[at])
        return {
          ...unit,
          kinds: kinds[at] ?? new Float32Array(),
          logits: logitsBy(heads.second, places, row),
          row,
        }
      }),
      earlier: { last: own, all: bestOf(places.length, [earlier.all, own]) },
    }
  }

  return {
    none: { last: none, all: none },
    look,
    read: (text, before) => {
      const { sentences, units, earlier } = look(text, before)
      const done = units.map((unit) => ({ unit, acts: actsOf(places, heads, unit) }))
      return {
        reading: {
          language: likelyLanguage(text),
          sentences: sentences.map((sentence, index) =>
            readSentence(
              text,
              sentence,
              done.filter(({ unit }) => unit.sentence === index),
            ),
          ),
        },
        earlier,
      }
    },
  }
}

function isSmallTalk(logits: Float32Array): boolean {
  const most = (heads: readonly Head[]): number =>
    heads.reduce((top, head) => Math.max(top, logits[HEADS.indexOf(head)] ?? 0), -9)
  return most(SMALL_TALK) > SKIPPED_FROM && most(PLACED) < -SKIPPED_FROM
}

/** What a network is given of a pair: how near they are, which kinds the unit has, and what else is done. */
export function rowOfPair(
  place: number,
  near: Float32Array,
  kinds: Float32Array,
  second: Float32Array = new Float32Array(),
): Float32Array {
  const [from, more] = [FEATURES + kinds.length, second.length === 0 ? 0 : SECOND]
  const row = new Float32Array(from + more)
  row.set(near.subarray(place * FEATURES, (place + 1) * FEATURES))
  row.set(kinds, FEATURES)
  row.set(second.subarray(place * more, (place + 1) * more), from)
  return row
}

export function logitsBy(
  networks: readonly Network[],
  places: readonly Place[],
  row: LookedUnit['row'],
): Best {
  const rows = row === null ? [] : places.map((_, place) => row(place))
  return PLACED.map((kind, index) => {
    const network = networks[index]
    return Float32Array.from(places, (place, at) => {
      const own = rows[at]
      if (network === undefined || own === undefined || !mayStandFor(kind, place)) return NOT_THERE
      return Math.max(NOT_THERE, Math.min(-NOT_THERE, logitBy(network, own)))
    })
  })
}

type Act = {
  readonly kind: ActKind
  readonly place: ActPlace | null
  readonly polarity: Polarity
  readonly sure: boolean
  readonly chance: number
}

const KIND_OF: Readonly<Record<Placed, ActKind>> = {
  request: 'request',
  propose: 'propose',
  claim: 'claim-done',
  decline: 'decline',
  tell: 'inform',
  handover: 'hand-over',
}
const KIND_ALONE: Readonly<Partial<Record<Head, readonly [ActKind, Polarity]>>> = {
  closing: ['sign-off', 'positive'],
  more: ['anything-else', 'positive'],
  courtesy: ['courtesy', 'positive'],
  greet: ['greet', 'positive'],
  comfort: ['comfort', 'positive'],
  denied: ['claim-done', 'negative'],
  conditional: ['claim-done', 'conditional'],
  promise: ['promise', 'positive'],
  offer: ['offer', 'positive'],
}

export function actsOf(
  places: readonly Place[],
  heads: Heads,
  { kinds, logits }: Pick<LookedUnit, 'kinds' | 'logits'>,
): readonly Act[] {
  const kindChance = (head: Head): number => {
    const at = HEADS.indexOf(head)
    const { slope, shift } = heads.kindCalibration[at] ?? { slope: 1, shift: 0 }
    return chanceOf((slope * ((kinds[at] ?? 0) + (kinds[HEADS.length + at] ?? 0))) / 2 + shift)
  }
  const named = (kind: Placed): ActKind => {
    if (kind === 'request' && kindChance('check') > 0.5) return 'check-fact'
    if (kind === 'request' && kindChance('proof') > 0.5) return 'request-proof'
    return kind === 'tell' && kindChance('promise') > 0.5 ? 'promise' : KIND_OF[kind]
  }
  const acts = PLACED.flatMap((kind, index): readonly Act[] => {
    const { slope, shift } = heads.calibration[index] ?? { slope: 1, shift: 0 }
    const placed = places.flatMap((place, at): readonly Act[] => {
      const logit = logits[index]?.[at] ?? NOT_THERE
      const chance = chanceOf(slope * logit + shift)
      if (logit <= NOT_THERE || chance < MAYBE_FROM) return []
      const where: ActPlace = { in: place.in, name: place.name }
      return [
        { kind: named(kind), place: where, polarity: 'positive', sure: chance >= heads.sureFrom, chance },
      ]
    })
    const alone = kindChance(kind)
    if (placed.length > 0 || alone < 0.5) return placed
    return [
      {
        kind: named(kind),
        place: null,
        polarity: 'positive',
        sure: alone >= heads.sureKindFrom,
        chance: alone,
      },
    ]
  })
  const alone = HEADS.flatMap((head): readonly Act[] => {
    const [kind, polarity] = KIND_ALONE[head] ?? []
    const chance = kindChance(head)
    if (kind === undefined || polarity === undefined || chance < 0.5) return []
    if (acts.some((act) => act.kind === kind && act.polarity === polarity)) return []
    return [{ kind, place: null, polarity, sure: chance >= heads.sureKindFrom, chance }]
  })
  return [...acts, ...alone]
}

const SAYS_NOTHING: ReadonlySet<ActKind> = new Set([
  'courtesy',
  'greet',
  'comfort',
  'sign-off',
  'anything-else',
])

function readSentence(
  text: string,
  { from, to, items, part }: LaidSentence,
  done: readonly { readonly unit: SaidUnit; readonly acts: readonly Act[] }[],
): TrainedReading['sentences'][number] {
  const end = Math.max(to, ...items.map((item) => item.to))
  if (part !== 'body') {
    const kind = part === 'salutation' ? ('greet' as const) : ('courtesy' as const)
    const act = {
      kind,
      place: null,
      polarity: 'positive' as const,
      sure: true,
      chance: 1,
      values: [],
      from,
      to: end,
    }
    return { from, to: end, form: 'courtesy', unread: false, acts: [act] }
  }
  const acts = done.flatMap(({ unit, acts: own }) =>
    own.map((act): TrainedAct => {
      const values = valuesIn(foldMessage(text.slice(unit.from, unit.to)))
      return { ...act, values, from: unit.from, to: unit.to }
    }),
  )
  const form = formOf(text.slice(from, end), acts)
  return { from, to: end, form, unread: form === 'plain' && acts.length === 0, acts }
}

/** What a sentence cannot be, by what stands in it (E4). */
function formOf(text: string, acts: readonly TrainedAct[]): SentenceForm {
  if (text.includes('?')) return 'question'
  if (acts.length > 0 && acts.every(({ kind, sure }) => sure && SAYS_NOTHING.has(kind))) return 'courtesy'
  if (acts.some(({ kind, polarity }) => kind === 'claim-done' && polarity === 'positive')) return 'plain'
  if (acts.some(({ polarity }) => polarity === 'conditional')) return 'condition'
  if (acts.some(({ polarity }) => polarity === 'negative')) return 'denial'
  return acts.some(({ kind, sure }) => kind === 'promise' && sure) ? 'plan' : 'plain'
}
