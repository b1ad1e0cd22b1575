import { z } from 'zod'
import { ModelParty } from './shared/model-settings.ts'

export const CustomerSetting = z.union([z.literal('scripted'), ModelParty])
export type CustomerSetting = z.infer<typeof CustomerSetting>

/** Under the observed protocol: who says what an agent's words did. */
export const RecogniserSetting = z.union([z.literal('lexical'), ModelParty])
export type RecogniserSetting = z.infer<typeof RecogniserSetting>
