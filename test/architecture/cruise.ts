import { createRequire } from 'node:module'
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import { assert } from '../../src/base/assert.ts'

type Config = {
  readonly MAY_IMPORT: Readonly<Record<string, readonly string[]>>
  readonly SUB_ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  readonly STAND_ALONE: readonly string[]
  readonly forbidden: NonNullable<IFlattenedRuleSet['forbidden']>
  readonly options: ICruiseOptions
}

const config: Config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')

export const ROOMS = Object.keys(config.MAY_IMPORT)
export const { SUB_ROOMS, STAND_ALONE } = config
export const RULE_NAMES = config.forbidden.map((rule) => rule.name ?? '?')

/** What is under a root: every broken rule as `rule: from -> to`, and every import between its files, types included. */
export type House = { readonly broken: readonly string[]; readonly imports: readonly Import[] }
export type Import = { readonly from: string; readonly to: string; readonly dynamic: boolean }

/** Read once for all questions: following every import of the tree takes longer than any of them. */
export async function readHouse(root: string, folders: readonly string[]): Promise<House> {
  const { modules, summary } = await cruised(root, folders)
  return {
    broken: summary.violations.map((one) => {
      const via = one.via ?? one.cycle
      return `${one.rule.name}: ${one.from} -> ${one.to}${via === undefined ? '' : ` (${via.map(({ name }) => name).join(' -> ')})`}`
    }),
    imports: modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved, dynamic }) => ({ from: source, to: resolved, dynamic })),
    ),
  }
}

async function cruised(root: string, folders: readonly string[]): Promise<ICruiseResult> {
  const { enhancedResolveOptions, tsConfig, ...options } = config.options
  const { output } = await cruise(
    [...folders],
    { ...options, baseDir: root, validate: true, ruleSet: { forbidden: [...config.forbidden] } },
    { extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'], ...enhancedResolveOptions },
    { tsConfig: { options: { allowImportingTsExtensions: true } } },
  )
  assert(typeof output !== 'string', 'dependency-cruiser answered with a text')
  return output
}
