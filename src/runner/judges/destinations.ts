import { type AgentKinds, whereTextGoes } from '../agents/kinds.ts'
import type { CustomerSetting, ReaderSetting } from '../agents/party-settings.ts'
import type { Destination } from '../agents/shared/destination.ts'
import { modelSettingsOf } from '../agents/shared/model-settings.ts'
import type { RunRequest } from '../settings/run-request.ts'
import { whereJudged } from './judge-kinds.ts'

/** Where each party of a run sends text: `agent <id>`, `customer`, `reader`, `judge <name>`. */
export const destinationsOf = (
  { agents, customer, reader, judges }: Pick<RunRequest, 'agents' | 'customer' | 'reader' | 'judges'>,
  own?: AgentKinds,
): readonly (readonly [party: string, goes: Destination])[] => [
  ...agents.map((agent) => [`agent ${agent.id}`, whereTextGoes(agent, own)] as const),
  ['customer', whereModel(customer)],
  ['reader', whereModel(reader)],
  ...judges.map((judge) => [`judge ${judge}`, whereJudged(judge)] as const),
]

const whereModel = (setting: CustomerSetting | ReaderSetting): Destination =>
  typeof setting === 'string'
    ? { to: 'nowhere' }
    : { to: 'model', model: setting.model, settings: modelSettingsOf(setting) }
