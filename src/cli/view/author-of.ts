import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'

/** Who works here, as git says it, else the system. A name to start from: no one verifies it. */
export const authorOf = (workingFolder: string): Promise<string> =>
  new Promise((resolve) => {
    execFile('git', ['config', 'user.name'], { cwd: workingFolder, timeout: 2_000 }, (error, said) => {
      const name = error === null ? said.trim() : ''
      resolve(name === '' ? userName() : name)
    })
  })

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number without a name.
    return ''
  }
}
