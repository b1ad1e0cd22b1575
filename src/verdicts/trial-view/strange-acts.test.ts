import { expect, test } from 'vitest'
import type { AgentAct } from '../../base/values/acts.ts'
import type { StepId } from '../../base/values/ids.ts'
import { withTraits } from '../../reading/traits.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { heardIn } from '../../transcript/heard-in.ts'
import type { AgentMessage } from './seen.ts'
import { startPassed } from './strange-acts.ts'
import { NO_DOUBTS } from './trial-script.ts'

const pack = await loadPack('packs/banking-dispute')
const { graph } = pack

const message: AgentMessage = {
  n: 9,
  turn: 2,
  heard: heardIn({ language: 'en', sentences: [] }, ''),
  acts: [],
  reported: [],
  against: [],
  claims: [],
  ...NO_DOUBTS,
}

/** The steps of that kind, as a walk would give them. */
const due = (source: string) =>
  [...graph.steps.values()]
    .filter((step) => step.source === source)
    .slice(0, 1)
    .map(({ id }): { step: StepId; request: string } => ({ step: id, request: 'r1' }))

const NO_PROOF: AgentAct = { act: 'decline', about: 'no_evidence' }

test('[D43] the no to somebody without proof is strange before anybody asked for proof', () => {
  const passed = startPassed(pack)
  passed.say(['customer_no', 'transaction_ref', 'what_is_wrong'].map((field) => ({ act: 'request', field })))
  expect(passed.isStrange(NO_PROOF, { due: due('dispute/no_reason'), message })).toBe(true)
  // where a question is due, it is a step that was left out
  expect(passed.isStrange(NO_PROOF, { due: due('dispute/ask_evidence'), message })).toBe(false)
  passed.say(
    ['date_of_birth', 'passphrase', 'contact', 'has_evidence'].map((field) => ({ act: 'request', field })),
  )
  expect(passed.isStrange(NO_PROOF, { due: due('dispute/no_reason'), message })).toBe(false)
})

test('[D43] an offer is strange where a fact was due and the customer answered with that fact alone', () => {
  const passed = startPassed(pack)
  const offer: AgentAct = { act: 'propose', tool: 'open_dispute' }
  const at = { due: due('dispute/ask_evidence'), message }
  const answered = { ...message, answered: new Set(['has_evidence']) }
  expect(passed.isStrange(offer, at)).toBe(false)
  expect(passed.isStrange(offer, { ...at, message: answered })).toBe(true)
  const asked = {
    act: { act: 'request', field: 'has_evidence' },
    basis: 'read',
    counts: 'always',
    deeds: [],
  } as const
  expect(passed.isStrange(offer, { ...at, message: { ...answered, acts: [asked] } })).toBe(false)
})

test('[D43] an offer may ask for a wish where the fact that is due is one', async () => {
  const telecom = await loadPack('packs/telecom-package')
  const passed = startPassed(telecom)
  const step = [...telecom.graph.steps.values()].find(
    (one) => one.kind === 'learn' && one.field === 'move_tendency',
  )
  const learn = { step: step?.id ?? ('' as StepId), request: 'r1' }
  const said = (text: string): AgentMessage => ({
    ...message,
    heard: heardIn(
      withTraits(
        {
          language: 'en',
          sentences: [{ from: 0, to: text.length, form: 'question', unread: false, acts: [] }],
        },
        text,
      ),
      text,
    ),
  })
  const offer: AgentAct = { act: 'propose', tool: 'change_package' }
  const isStrange = (text: string) => passed.isStrange(offer, { due: [learn], message: said(text) })
  expect(isStrange('Would you like to switch to it?')).toBe(true)
  expect(isStrange('Shall I order it on your number now?')).toBe(false)
  expect(isStrange('Would you like me to order it?')).toBe(false)
})
