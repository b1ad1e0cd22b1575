import { z } from 'zod'
import { ModelParty } from './shared/model-settings.ts'

export const CustomerSetting = z.union([z.literal('scripted'), ModelParty])
export type CustomerSetting = z.infer<typeof CustomerSetting>

/** Who reads what an agent's words did. */
export const ReaderSetting = z.union([z.literal('lexical'), ModelParty])
export type ReaderSetting = z.infer<typeof ReaderSetting>
