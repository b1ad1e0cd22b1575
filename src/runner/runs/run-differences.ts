import type { ComparableHeader } from './run-header.ts'

type Side = Pick<
  ComparableHeader,
  'agents' | 'packs' | 'rules' | 'reader' | 'plugins' | 'customer' | 'contested' | 'seed'
>

/** What keeps the numbers of an agent in one run from being held against another's: each in words, none where nothing does. */
export function differencesOf(
  a: Side,
  b: Side,
  agents: { readonly a: string; readonly b: string },
): readonly string[] {
  const packs = [...new Set([...Object.keys(a.packs), ...Object.keys(b.packs)])].filter(
    (id) => a.packs[id] !== b.packs[id],
  )
  const [protocolA, protocolB] = [protocolOf(a, agents.a), protocolOf(b, agents.b)]
  return [
    ...packs.map((id) =>
      a.packs[id] === undefined || b.packs[id] === undefined
        ? `only one has pack ${id}`
        : `pack ${id} changed between them`,
    ),
    ...blamedOtherwise(a, b).map((id) => `other clauses of pack ${id} are contested`),
    ...(a.rules === b.rules ? [] : [`rules ${a.rules} and ${b.rules}`]),
    ...pluginsChanged(a.plugins, b.plugins).map((file) => `plugin ${file} differs between them`),
    ...(a.reader === b.reader ? [] : [`readers ${a.reader} and ${b.reader}`]),
    ...(a.customer === b.customer ? [] : [`customers ${a.customer} and ${b.customer}`]),
    ...(protocolA === protocolB ? [] : [`protocols ${protocolA ?? 'none'} and ${protocolB ?? 'none'}`]),
    ...(a.seed === b.seed ? [] : [`seeds ${a.seed} and ${b.seed}`]),
  ]
}

type Plugins = Readonly<Record<string, string>>

/** Plugins that only one side has, or that have changed: their rules, metrics and agents may say something else. */
export const pluginsChanged = (a: Plugins = {}, b: Plugins = {}): readonly string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((file) => a[file] !== b[file])

type Contesting = Pick<ComparableHeader, 'contested'>

/** Packs of both whose failures are blamed on the SOP at other clauses; conversations from elsewhere do not say. */
export function blamedOtherwise(
  { contested: a = {} }: Contesting,
  { contested: b = {} }: Contesting,
): readonly string[] {
  const said = (clauses: readonly string[] = []): string => [...clauses].sort().join()
  return Object.keys(a).filter((id) => b[id] !== undefined && said(a[id]) !== said(b[id]))
}

const protocolOf = ({ agents }: Side, id: string): string | undefined =>
  agents.find((agent) => agent.id === id)?.protocol
