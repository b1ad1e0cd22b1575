import { join } from 'node:path'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import { Protocol, SopMode } from '../../runner/agents/shared/agent-request.ts'
import { writeText } from '../../runner/files/write-text.ts'
import type { HttpDesk } from '../../runner/jobs/desk/serve-desk.ts'
import type { DeskCase } from '../../runner/jobs/desk/visit-desk.ts'
import { findCase, intensityOf } from '../../runner/packs/find-case.ts'
import { readAndScore } from '../../runner/scoring/read-and-score.ts'
import type { Ending, Transcript } from '../../transcript/event.ts'
import { writeTranscript } from '../../transcript/write-transcript.ts'
import type { TrialScore } from '../../verdicts/model/score.ts'
import { explainTrial } from '../../verdicts/scoring/explain-trial.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { oneOf, wholeNumber } from '../terminal/options.ts'
import { onStopSignal } from '../terminal/stop-signals.ts'

const Options = z.strictObject({
  pack: z.string().optional(),
  intensity: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).optional(),
  seed: z.int(),
  protocol: Protocol,
  sop: SopMode,
  http: z.boolean().default(false),
  host: z.string(),
  port: z.int(),
  tokenEnv: z.string().optional(),
  sessions: z.int().optional(),
  output: z.string().optional(),
})
type Options = z.infer<typeof Options>

export const defineDesk: DefineCommand = (command, does) =>
  command
    .argument('<case>', 'case id as pack/case, or just case with --pack')
    .option('--http', 'serve over streamable HTTP instead of stdin and stdout')
    .option('--host <address>', 'with --http: address to listen on', '127.0.0.1')
    .option(
      '--port <n>',
      'with --http: port to listen on; 0 picks a free one',
      wholeNumber({ min: 0, max: 65_535 }),
      0,
    )
    .option(
      '--token-env <name>',
      'with --http: environment variable that holds the bearer token (default: a generated token)',
    )
    .option(
      '--sessions <n>',
      'with --http: stop after this many conversations',
      wholeNumber({ min: 1, max: 100_000 }),
    )
    .option('--pack <id|folder>', 'pack of the case')
    .option('--intensity <n>', "0 to 3 (default: the case's own)", wholeNumber({ min: 0, max: 3 }))
    .option(
      '--seed <n>',
      'another seed gives another customer for the same case',
      wholeNumber({ min: 0, max: 2 ** 31 - 1 }),
      1,
    )
    .option(
      '--protocol <name>',
      'declared: the agent also gets the report_step tool',
      oneOf(Protocol.options),
      'observed',
    )
    .option(
      '--sop <how>',
      'how the agent gets the SOP: prompt, lookup, none, steps',
      oneOf(SopMode.options),
      'prompt',
    )
    .option('-o, --output <dir>', 'write the transcripts to this folder')
    .addHelpText('after', HELP)
    .action(does(serve))

const HELP = `${examples([
  ["sage desk '<pack>/<case>'", 'an MCP server on stdin and stdout, for a client that starts servers itself'],
  ["sage desk '<pack>/<case>' --http --port 8700", 'over HTTP; prints the address and the token'],
  ["sage desk '<pack>/<case>' --http --sessions 1 --json", 'serve one conversation, then print its verdicts'],
])}
Each MCP session has its own desk and customer: next_customer_message waits for the customer,
reply_to_customer answers, the rest are the desk's tools. Verdicts are printed when a session ends.
`

const BY_HAND = `This is an MCP server on stdin and stdout. Give this command to an MCP client, which starts it.
With --http it listens on an address instead. To answer the customer yourself, use sage play. Press Ctrl-C to stop.
`

const isLoopback = (host: string): boolean => /^(127\.|localhost$|::1$)/.test(host)
const REACHABLE =
  'Other machines can reach this address. Only the token protects it, and the token is sent unencrypted.\n'

type Told = {
  readonly case: string
  readonly ending: Ending | null
  readonly score: TrialScore
  readonly transcript: string | null
}

async function serve({ words, options, terminal, workingFolder, own }: Asked): Promise<Answer> {
  const chosen = Options.parse(options)
  const found = await findCase(z.string().parse(words[0]), chosen.pack, workingFolder)
  const at: DeskCase = {
    ...found,
    intensity: intensityOf(found.case, chosen.intensity),
    seed: chosen.seed,
    protocol: chosen.protocol,
    sop: chosen.sop,
  }
  const told: Told[] = []
  const onTranscript = async (events: Transcript, nth: number): Promise<void> => {
    const score = readAndScore(at.pack, at.case, events, own.rules)
    const name = `${at.case.id.replaceAll('/', '-')}-${nth}.jsonl`
    const transcript =
      chosen.output === undefined
        ? null
        : await writeText(join(chosen.output, name), writeTranscript(events), workingFolder)
    const last = events.at(-1)
    told.push({
      case: at.case.id,
      ending: last?.type === 'conversation.ended' ? last.ending : null,
      score,
      transcript,
    })
    terminal.err(
      `\n${explainTrial(at.pack, at.case, events, score)}${transcript === null ? '' : `Transcript: ${transcript}\n`}`,
    )
  }
  const { serveHttp, serveStdio } = await import('../../runner/jobs/desk/serve-desk.ts')
  // Whoever types this by hand would sit before a silent terminal.
  if (!chosen.http && process.stdin.isTTY) terminal.err(BY_HAND)
  if (chosen.http) await serveHttp(at, httpDesk(chosen, terminal.err), { onTranscript })
  else await serveStdio(at, { input: process.stdin, output: process.stdout }, { onTranscript })
  return { json: { conversations: told }, text: '', exit: EXIT.ok }
}

/** A shorter one can be guessed by trying. */
const TOKEN_CHARS_MIN = 16

function httpDesk(chosen: Options, say: (text: string) => void): HttpDesk {
  const token = chosen.tokenEnv === undefined ? undefined : process.env[chosen.tokenEnv]
  if (chosen.tokenEnv !== undefined && (token ?? '') === '') {
    throw usageError(
      'missing-key',
      `The variable ${chosen.tokenEnv} is not set.`,
      `Set it: export ${chosen.tokenEnv}=...`,
    )
  }
  if (token !== undefined && token.length < TOKEN_CHARS_MIN)
    throw usageError(
      'unusable-key',
      `The token in ${chosen.tokenEnv} is too short: ${TOKEN_CHARS_MIN} characters at least.`,
      'Omit --token-env, and a token is made for you.',
    )
  const stop = new AbortController()
  onStopSignal(() => stop.abort())
  return {
    host: chosen.host,
    port: chosen.port,
    token,
    sessionsMax: chosen.sessions ?? null,
    stop: stop.signal,
    onOpen: (desk) =>
      say(
        `MCP:   ${desk.mcp}\nSend:  Authorization: Bearer ${chosen.tokenEnv === undefined ? desk.token : `<${chosen.tokenEnv}>`}\n${isLoopback(chosen.host) ? '' : REACHABLE}Press Ctrl-C to stop.\n`,
      ),
  }
}
