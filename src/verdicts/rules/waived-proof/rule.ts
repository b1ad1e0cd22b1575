import type { ReadVar } from '../../../base/guards/guard.ts'
import { compileGuard } from '../../../base/guards/guard-evaluate.ts'
import { atomsOf } from '../../../base/guards/guard-explain.ts'
import { Special, type Value } from '../../../base/values/value.ts'
import type { Graph } from '../../../graph/model/graph.ts'
import { perTrial } from '../../trial-view/per-trial.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { type Gate, gatesOf, shutGates } from '../../trial-view/ways.ts'
import { stepsMeant, type Write, writesOf } from '../../trial-view/writes.ts'
import { defineRule, failed, passed } from '../rule.ts'

/** Acts as if something the customer had to show or say had been shown or said. */
export const waivedProof = defineRule({
  id: 'waived_proof',
  words: {
    name: 'Waived proof',
    broken: 'went without the proof that was due',
    meaning: 'The agent acted as if something the customer had to show or say had been shown or said.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  appliesTo: (seen) =>
    needingProof(seen).length > 0 || 'no write was called that needs anything from the customer',
  check: (seen) => {
    const writes = needingProof(seen)
    const waived = writes.flatMap((write) => waivers(seen, write).map((waiver) => ({ write, ...waiver })))
    if (waived.length === 0) {
      return [
        passed({
          evidence: writes.map(({ n }) => n),
          basis: 'calls',
          because: 'what the customer had to show was shown',
        }),
      ]
    }
    return [
      failed({
        evidence: waived.flatMap(({ write, field }) => [...asksFor(seen, field, write.n), write.n]),
        basis: 'calls',
        clauses: [...new Set(waived.flatMap(({ gate }) => gate.decision.cites))],
        because: waived
          .map(({ write, field, value }) => `called ${write.call.tool} while ${field} is ${value}`)
          .join('; '),
        request: waived[0]?.write.request ?? null,
      }),
    ]
  },
})

type Proof = { readonly name: string; readonly field: string }

const proofs = new WeakMap<Gate, readonly Proof[]>()

/** Fields a gate reads that no record can settle and that find no record: what only the customer can show. */
function proofsOf(graph: Graph, gate: Gate): readonly Proof[] {
  const known = proofs.get(gate) ?? proofsIn(graph, gate)
  proofs.set(gate, known)
  return known
}

function proofsIn(graph: Graph, gate: Gate): readonly Proof[] {
  const names = gate.leading.flatMap(({ when }) => atomsOf(when).map((atom) => atom.name))
  return [...new Set(names)].flatMap((name) => {
    const field = fieldBehind(graph, name)
    const spec = field === null ? undefined : graph.fields.get(field)
    return spec === undefined || spec.settledBy !== null || isKey(graph, spec.name)
      ? []
      : [{ name, field: spec.name }]
  })
}

function fieldBehind(graph: Graph, name: string): string | null {
  if (name.startsWith('fields.')) return name.slice('fields.'.length)
  const derived = name.startsWith('derived.') ? graph.derived.get(name.slice('derived.'.length)) : undefined
  if (derived?.kind !== 'same') return null
  return [derived.of, derived.as].find((side) => side.startsWith('fields.'))?.slice('fields.'.length) ?? null
}

const isKey = (graph: Graph, field: string): boolean =>
  [...graph.records.values()].some(({ by }) => by === `fields.${field}`)

const needingProof = perTrial((seen): readonly Write[] =>
  writesOf(seen).filter((write) =>
    stepsMeant(seen, write).some(({ id }) =>
      gatesOf(seen.pack.graph, id).some((gate) => proofsOf(seen.pack.graph, gate).length > 0),
    ),
  ),
)

type Waiver = { readonly gate: Gate; readonly field: string; readonly value: string }

/** Every step the call could have meant lies behind a gate that only the missing proof would open. */
function waivers(seen: Seen, write: Write): readonly Waiver[] {
  const { readThen } = write
  if (readThen === null || write.class === 'due' || write.class === 'permitted') return []
  const all = stepsMeant(seen, write).map(({ id }) =>
    shutGates(seen.pack.graph, id, readThen).flatMap(({ gate }) =>
      missingProof(seen.pack.graph, gate, readThen),
    ),
  )
  return all.every((waived) => waived.length > 0) ? (all[0] ?? []) : []
}

function missingProof(graph: Graph, gate: Gate, read: ReadVar): readonly Waiver[] {
  return proofsOf(graph, gate).flatMap(({ name, field }) => {
    const value = read(`fields.${field}`)
    if (!(value instanceof Special) && value !== false) return []
    const opens = wouldOpen(gate, name).some((shown) =>
      gate.leading.some(({ when }) => compileGuard(when)((each) => (each === name ? shown : read(each)))),
    )
    return opens ? [{ gate, field, value: value instanceof Special ? value.word : String(value) }] : []
  })
}

/** Values worth trying: every constant the gate compares the variable with, true, and something else altogether. */
const wouldOpen = (gate: Gate, name: string): readonly Value[] => {
  const constants = gate.leading.flatMap(({ when }) =>
    atomsOf(when)
      .filter((atom) => atom.name === name)
      .flatMap((atom) => (atom.op === 'in' ? atom.values : [atom.value])),
  )
  return [...constants, true, '\u0000'].filter((value) => !(value instanceof Special) && value !== false)
}

const asksFor = (seen: Seen, field: string, before: number): readonly number[] =>
  seen.messages
    .filter(({ n, acts }) => n < before && acts.some(({ act }) => act.act === 'request' && act.field === field))
    .map(({ n }) => n)
