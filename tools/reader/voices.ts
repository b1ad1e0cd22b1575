import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { packageRoot } from '../../src/runner/files/package-root.ts'

/** One wording of a voice: what a writer who had not seen the reader says for one name of a desk's lists. */
export type VoiceWording = {
  readonly desk: string
  readonly voice: string
  readonly part: 'fields' | 'propose' | 'claim' | 'topics'
  readonly name: string
  readonly text: string
}

const FILL: Readonly<Record<string, string>> = {
  amount: '45.00 euros',
  address: '12 Mill Lane, Leeds LS4 2RT',
  total: '45.00 euros',
  fee: '15 euros',
  price: '45.00',
}
const PARTS = ['fields', 'propose', 'claim', 'topics'] as const

export function voiceWordings(folders = join(packageRoot(), 'packs')): readonly VoiceWording[] {
  return readdirSync(folders).flatMap((desk) => {
    const folder = [join(folders, desk, 'voices'), join(folders, desk)].find(
      (one) =>
        existsSync(one) && readdirSync(one).some((file) => /^(?:terse|chatty|formal)\.yaml$/.test(file)),
    )
    if (folder === undefined) return []
    return readdirSync(folder).flatMap((file) => {
      if (!/^(?:terse|chatty|formal)\.yaml$/.test(file)) return []
      const voice = parse(readFileSync(join(folder, file), 'utf8'))
      return PARTS.flatMap((part) =>
        Object.entries<string[]>(voice[part] ?? {}).flatMap(([name, texts]) =>
          texts.map((text) => ({
            desk,
            voice: file.replace('.yaml', ''),
            part,
            name,
            text: text.replace(
              /\{(\w+)\}/g,
              (_, key: string) => FILL[key] ?? (/_id|_no|_ref|number/.test(key) ? 'AB-1042' : 'that'),
            ),
          })),
        ),
      )
    })
  })
}
