import { z } from 'zod'
import { assert } from '../../../base/assert.ts'
import type { ErrorCode } from '../../../base/error.ts'
import type { OwnProviders } from '../../../models/known-providers.ts'
import type { AgentDeps, AgentMaker, AgentSource } from './agent-maker.ts'
import type { AgentBase, Protocol, SopMode } from './agent-request.ts'
import type { Destination } from './destination.ts'

/**
 * A kind of agent: everything SAGE knows of it. Settings, `--agent`, the cost estimate, `sage doctor`, stored runs, the
 * published schema and the docs read this declaration; adding a kind is one folder and one line in kinds.ts.
 */
export type AgentKind<Request extends AgentBase = AgentBase> = {
  /** also the key that names its target in sage.yaml: `http: <address>` */
  readonly name: string
  readonly target: z.ZodType
  /** further keys of an agent in sage.yaml; kinds may share them */
  readonly settings: z.ZodRawShape
  /** its row in the table of docs/agents.md; null: it is not an agent of the user's */
  readonly docs: { readonly have: string; readonly write: string } | null
  /** what `--agent <word>` may be, for hints; null: it needs settings */
  readonly word: string | null
  /** the id of the agent that `--agent <word>` means; null: the word is not one of this kind */
  readonly recognise: (word: string) => string | null
  readonly resolve: (written: WrittenAgent, where: ResolvedWhere) => Resolved<Request>
  readonly whereTextGoes: (agent: AgentBase) => Destination
  /** the file that is the agent: workers compare it by its content. Absent: it is no file of the user's */
  readonly file?: (agent: AgentBase) => string
  /** reads the agent of a stored run, also of older versions */
  readonly stored: z.ZodType<Request>
  /** loads its maker: a run without this kind does not */
  readonly make: (agent: AgentBase, deps: AgentDeps) => Promise<AgentSource>
}

export type RequestOf<Kind> = Kind extends AgentKind<infer Request> ? Request : never

/** An agent as written, checked against the schema; protocol and SOP mode are settled. */
export type WrittenAgent = {
  readonly id: string
  readonly protocol: Protocol
  readonly sop: SopMode
  readonly target: readonly [string, ...string[]]
  readonly settings: Readonly<Record<string, unknown>>
}

export type ResolvedWhere = {
  readonly workingFolder: string
  readonly providers: OwnProviders
  /** what else an agent may be, for a hint */
  readonly otherWays: string
}

export type WrongAgent = { readonly code: ErrorCode; readonly message: string; readonly hint: string }
export type Resolved<Request> = { readonly agent: Request } | { readonly wrong: WrongAgent }

/** A kind as its folder declares it: with its own settings and its own request. */
type Declaration<Shape extends z.ZodRawShape, Request extends AgentBase> = Pick<
  AgentKind<Request>,
  'target' | 'docs' | 'word' | 'recognise' | 'stored' | 'file'
> & {
  readonly name: Request['kind']
  readonly settings: Shape
  readonly resolve: (
    written: Omit<WrittenAgent, 'settings'> & { readonly settings: z.output<z.ZodObject<Shape>> },
    where: ResolvedWhere,
  ) => Resolved<Request>
  readonly whereTextGoes: (agent: Request) => Destination
  readonly load: () => Promise<AgentMaker<Request>>
}

/** Each kind is handed only its own settings and its own requests. */
export function agentKind<Shape extends z.ZodRawShape, Request extends AgentBase>(
  declared: Declaration<Shape, Request>,
): AgentKind<Request> {
  const Own = z.object(declared.settings)
  const isOwn = (agent: AgentBase): agent is Request => agent.kind === declared.name
  const own = (agent: AgentBase): Request => {
    assert(isOwn(agent), `agent ${agent.id} is of kind ${agent.kind}, not ${declared.name}`)
    return agent
  }
  return {
    name: declared.name,
    target: declared.target,
    settings: declared.settings,
    docs: declared.docs,
    word: declared.word,
    recognise: declared.recognise,
    resolve: (written, where) =>
      declared.resolve({ ...written, settings: Own.parse(written.settings) }, where),
    whereTextGoes: (agent) => declared.whereTextGoes(own(agent)),
    ...(declared.file === undefined ? {} : { file: declared.file }),
    stored: declared.stored,
    make: async (agent, deps) => (await declared.load())(own(agent), deps),
  }
}

/** An id made of a word: `127.0.0.1-8601-turn`. */
export const idFrom = (word: string, otherwise: string): string =>
  word.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^[._-]+|[._-]+$/g, '') || otherwise
