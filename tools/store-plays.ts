import { readerVersion } from '../src/runner/agents/party-settings.ts'
import { customKind } from '../src/runner/agents/shared/agent-request.ts'
import { intensityOf } from '../src/runner/engine/forks/decision.ts'
import { runId } from '../src/runner/engine/run-id.ts'
import { knownPacks } from '../src/runner/files/find-pack.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { recordedRequest } from '../src/runner/runs/recorded-request.ts'
import { writeRunHeader } from '../src/runner/runs/run-header.ts'
import type { RunRequest } from '../src/runner/settings/run-request.ts'
import { factsOf } from '../src/runner/trial/trial-facts.ts'
import { trialId } from '../src/runner/trial/trial-id.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import type { StoredTrial } from '../src/storage/store.ts'
import { writeTrial } from '../src/storage/stored-trial.ts'
import { writeTranscript } from '../src/transcript/write-transcript.ts'
import { RULES_VERSION } from '../src/verdicts/model/score.ts'
import { type Desks, PLAY_SETS, type Play, playedAt, playsOf, shippedDesks } from '../test/plays/plays.ts'
import { scoreTrial } from '../test/support/verdicts/score.ts'

/**
 * The talks that language models played blind at our desks (test/plays, but for the set `talks`), as one stored run, scored by the rules of today. An
 * agent is what the players meant to be: honest, or with one mistake; by protocol. Of several talks of one case at one
 * intensity the last is taken: the players did not play everything equally often, so that repetitions are no runs.
 */
export async function storePlays(file: string, now: number): Promise<string> {
  const places = knownPacks(packageRoot())
  const packs = await shippedDesks()
  const run = runId(now)
  const talks = PLAY_SETS.filter((set) => set.startsWith('plays-')).flatMap(playsOf)
  const agents = [...new Set(talks.map(agentOf))].sort()
  const taken = new Map(
    talks.map((talk) => storedTalk(talk, { run, agents, packs })).map((one) => [one.trial, one]),
  )
  const trials = [...taken.values()]
  const at = new Date(now).toISOString()
  const [first = '', ...rest] = places.map(({ dir }) => dir)
  const store = await openSqliteStore(file)
  try {
    await store.createRun({
      id: run,
      startedAt: at,
      finishedAt: at,
      header: writeRunHeader({
        request: requestFor(agents, [first, ...rest]),
        versions: {
          packs: Object.fromEntries([...packs.values()].map(({ id, hash }) => [id, hash])),
          rules: RULES_VERSION,
          reader: readerVersion('lexical'),
        },
        catastrophes: [
          ...new Set([...packs.values()].flatMap(({ catastrophes }) => Object.keys(catastrophes))),
        ],
        files: {},
        mixed: [],
        planned: trials.length,
      }),
    })
    await store.saveTrials(trials)
    return run
  } finally {
    await store.close()
  }
}

const agentOf = ({ protocol, played }: Play): string => `${played}-${protocol}`

function storedTalk(
  talk: Play,
  {
    run,
    agents,
    packs,
  }: {
    readonly run: ReturnType<typeof runId>
    readonly agents: readonly string[]
    readonly packs: Desks
  },
): StoredTrial {
  const { start, pack, case: theCase } = playedAt(talk, packs)
  const agent = agentOf(talk)
  const intensity = intensityOf(start.intensity)
  const trial = trialId(run, agent, { case: theCase, intensity, repeat: 0 })
  const transcript = [{ ...start, trial, agent }, ...talk.events.slice(1)]
  const facts = factsOf({
    planned: { pack, case: theCase, intensity, repeat: 0, agent: agents.indexOf(agent), seed: start.seed },
    agent,
    score: scoreTrial(pack, theCase, transcript),
    transcript,
    judges: ['lexical'],
    traffic: 0,
  })
  return writeTrial({ run, trial, attempt: start.attempt, transcript: writeTranscript(transcript), facts })
}

const requestFor = (agents: readonly string[], packs: readonly [string, ...string[]]): RunRequest =>
  recordedRequest({
    suite: 'language-model plays',
    agents: agents.map((id) => ({
      id,
      kind: customKind('player'),
      protocol: id.endsWith('declared') ? 'declared' : 'observed',
      target: ['a language model at the desk'],
      sop: 'prompt',
      tools: 'ours',
    })),
    packs,
  })
