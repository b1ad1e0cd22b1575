import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packageRoot } from '../../src/runner/files/package-root.ts'

/** Procedures that others wrote, read in place and never copied here. A path of one's own is read from where it is. */
const FOLDER = join(packageRoot(), '../shared/data')

export type Sources = {
  readonly workflow: string
  readonly drawn: string
  readonly lines: string
  readonly handDrawn: string
  readonly guidelines: string
  readonly sequences: string
}

export const RECORDED: Sources = {
  workflow: join(FOLDER, 'tau2-bench/domains/telecom/tech_support_workflow.md'),
  drawn: join(FOLDER, 'tau2-bench/domains/telecom/workflows/tech_support_path1_no_service.dot'),
  lines: join(packageRoot(), 'test/compile-recorded/tau2-path1-gold.yaml'),
  handDrawn: join(packageRoot(), 'test/compile-recorded/tau2-path2-3-gold.yaml'),
  guidelines: join(FOLDER, 'abcd/guidelines.json'),
  sequences: join(FOLDER, 'abcd/action_sequences.json'),
}

export const areProceduresHere = (sources: Sources = RECORDED): boolean =>
  Object.values(sources).every((file) => existsSync(file))

export const readData = (file: string): string => readFileSync(resolve(file), 'utf8')
