import { resolve } from 'node:path'
import { readTextIfThere } from '../files/read-text.ts'

/** Most projects have no plugins: nothing is loaded or parsed to find that out. */
export async function mentionsPlugins(workingFolder: string, config: string): Promise<boolean> {
  const text = (await readTextIfThere(resolve(workingFolder, config))) ?? ''
  return /^\s*["']?plugins["']?\s*:/m.test(text)
}
