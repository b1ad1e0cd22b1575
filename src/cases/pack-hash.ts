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

/** The same, from the hashes of its files. */
export const contentHashOf = (files: Readonly<Record<string, string>>): string =>
  hashOfHashes(Object.entries(files))

const hashOf = (files: readonly (readonly [string, string])[]): string =>
  hashOfHashes(files.map(([file, text]) => [file, sha256(text)]))

const hashOfHashes = (files: readonly (readonly [string, string])[]): string =>
  sha256(
    [...files]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, hash]) => `${file}\n${hash}\n`)
      .join(''),
  )
