import { z } from 'zod'
import { readYaml, type YamlReading } from '../../base/files/yaml-file.ts'
import type { AgentKinds } from '../agents/kinds.ts'
import { selectionSettings } from './run-settings.ts'

/** A named selection of agents, packs and cases. */
export const suite = (kinds: AgentKinds) =>
  z
    .strictObject({ title: z.string().min(1), ...selectionSettings(kinds) })
    .describe('A suite: which agents run on which cases, how often.')
export type Suite = z.infer<ReturnType<typeof suite>>

export const readSuite = (file: string, text: string, kinds: AgentKinds): YamlReading<Suite> =>
  readYaml(file, text, suite(kinds))
