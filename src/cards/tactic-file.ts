import { type Problem, problem, type Reading } from '../base/files/problem.ts'
import { readYaml } from '../base/files/yaml-file.ts'
import { Tactic } from './tactic.ts'

/** One tactic from its file. The file is named after the tactic, so that a list of files is a list of tactics. */
export function readTactic(file: string, text: string): Reading<Tactic> {
  const { value, problems, placeOf } = readYaml(file, text, Tactic)
  if (value === undefined) return { value, problems }
  const named = file
    .split('/')
    .at(-1)
    ?.replace(/\.ya?ml$/, '')
  if (named !== value.id) {
    const said = `the tactic has the id "${value.id}", but its file is named "${named}"`
    return {
      value: undefined,
      problems: [problem(placeOf(['id']), 'wrong-name', said, `Rename the file to ${value.id}.yaml.`)],
    }
  }
  return { value, problems: [] }
}

/** All tactics of a folder by id: file name -> text. A pack's own tactic may not take the name of a product's one. */
export function readTactics(
  files: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, Tactic> = new Map(),
): Reading<ReadonlyMap<string, Tactic>> {
  const tactics = new Map(known)
  const problems: Problem[] = []
  for (const [file, text] of files) {
    const { value, problems: found } = readTactic(file, text)
    problems.push(...found)
    if (value === undefined) continue
    if (tactics.has(value.id)) {
      const at = { file, line: 1, column: 1 }
      problems.push(
        problem(at, 'duplicate-tactic', `there is already a tactic "${value.id}"`, 'Give it another id.'),
      )
    } else tactics.set(value.id, value)
  }
  return { value: problems.length === 0 ? tactics : undefined, problems }
}
