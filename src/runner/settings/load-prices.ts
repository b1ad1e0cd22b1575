import { join } from 'node:path'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { readYaml } from '../../base/files/yaml-file.ts'
import { type Price, type Prices, PricesFile, pricesOf } from '../../metrics/prices.ts'
import { packageRoot } from '../files/package-root.ts'
import { readText } from '../files/read-text.ts'

/** The list prices that come with SAGE, with the project's own over them. */
export async function loadPrices(own: readonly Price[]): Promise<Prices> {
  const file = join(packageRoot(), 'prices.yaml')
  const { value, problems } = readYaml(file, await readText(file), PricesFile)
  if (value === undefined) throw new ProblemsError('The prices that come with SAGE have errors.', problems)
  return pricesOf(value.prices, own)
}
