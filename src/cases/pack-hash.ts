import { sha256 } from '../base/hash.ts'

/** The pack's version: every file in the order of the names, but for who has accepted what, and voices: these change no verdict. */
export const hashOfFiles = (files: ReadonlyMap<string, string>): string =>
  hashOf(
    [...files].filter(
      ([file]) => file !== 'outline.yaml' && file !== 'signoff.csv' && !file.startsWith('voices/'),
    ),
  )

/** Everything in the folder, what changes no verdict included: the key of what is prepared from it. */
export const contentHash = (files: ReadonlyMap<string, string>): string => hashOf([...files])

const hashOf = (files: readonly (readonly [string, string])[]): string =>
  sha256(
    [...files]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, text]) => `${file}\n${sha256(text)}\n`)
      .join(''),
  )
