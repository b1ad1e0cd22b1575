import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/runner/package-root.ts'

/** Procedures that others wrote, read in place and never copied here. */
export const DATA_FOLDER = join(packageRoot(), '../shared/data')
export const WORKFLOW = 'tau2-bench/domains/telecom/tech_support_workflow.md'
export const DRAWN = 'tau2-bench/domains/telecom/workflows/tech_support_path1_no_service.dot'
export const GUIDELINES = 'abcd/guidelines.json'
export const SEQUENCES = 'abcd/action_sequences.json'

export const areProceduresHere = (): boolean =>
  [WORKFLOW, DRAWN, GUIDELINES, SEQUENCES].every((file) => existsSync(join(DATA_FOLDER, file)))

export const readData = (file: string): string => readFileSync(join(DATA_FOLDER, file), 'utf8')
