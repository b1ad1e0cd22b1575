import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { packageRoot } from '../../src/runner/files/package-root.ts'

/** A floor of what others recorded (README.md). */
export const recordedFile = (name: string): string => join(packageRoot(), 'test/recorded', name)
export const recordedText = (name: string): string =>
  gunzipSync(readFileSync(recordedFile(name))).toString('utf8')
/** One value a line. */
export const recordedLines = (name: string): readonly unknown[] =>
  recordedText(name)
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
