import { z } from 'zod'
import { LEXICAL, LEXICAL_VERSION, READER_PROMPT_VERSION } from '../../reading/versions.ts'
import { ModelParty } from './shared/model-settings.ts'

export const CustomerSetting = z.union([z.literal('scripted'), ModelParty])
export type CustomerSetting = z.infer<typeof CustomerSetting>

/** Who reads what an agent's words did. */
export const ReaderSetting = z.union([z.literal('lexical'), ModelParty])
export type ReaderSetting = z.infer<typeof ReaderSetting>

/** The reader of a run as two runs are compared by it: who, and which version of the reader or of its prompt. */
export const readerVersion = (setting: ReaderSetting): string =>
  setting === 'lexical'
    ? `${LEXICAL} ${LEXICAL_VERSION}`
    : `${setting.model}, prompt ${READER_PROMPT_VERSION}`
