import { z } from 'zod'
import { readYaml, type YamlReading } from '../../base/files/yaml-file.ts'
import { selectionSettings } from './run-settings.ts'

/** A named selection of agents, packs and cases. */
export const Suite = z
  .strictObject({ title: z.string().min(1), ...selectionSettings })
  .describe('A suite: which agents run on which cases, how often.')
export type Suite = z.infer<typeof Suite>

export const readSuite = (file: string, text: string): YamlReading<Suite> => readYaml(file, text, Suite)
