import { createRequire } from 'node:module'
import { cruise, type ICruiseOptions, type IFlattenedRuleSet } from 'dependency-cruiser'

type Config = {
  readonly MAY_IMPORT: Readonly<Record<string, readonly string[]>>
  readonly forbidden: NonNullable<IFlattenedRuleSet['forbidden']>
  readonly options: ICruiseOptions
}

const config: Config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')

export const ROOMS = Object.keys(config.MAY_IMPORT)
export const RULE_NAMES = config.forbidden.map((rule) => rule.name ?? '?')

/** Every broken rule under a root as `rule: from -> to`, for the real tree and for planted ones alike. */
export async function brokenRules(root: string, folders: readonly string[]): Promise<readonly string[]> {
  const { enhancedResolveOptions, tsConfig, ...options } = config.options
  const result = await cruise(
    [...folders],
    { ...options, baseDir: root, validate: true, ruleSet: { forbidden: [...config.forbidden] } },
    { extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'], ...enhancedResolveOptions },
    { tsConfig: { options: { allowImportingTsExtensions: true } } },
  )
  if (typeof result.output === 'string') return [result.output]
  return result.output.summary.violations.map((one) => {
    const via = one.via ?? one.cycle
    return `${one.rule.name}: ${one.from} -> ${one.to}${via === undefined ? '' : ` (${via.map(({ name }) => name).join(' -> ')})`}`
  })
}
