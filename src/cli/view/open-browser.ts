import { spawn } from 'node:child_process'

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
}

/** Opens an address in the person's browser; where there is none, the printed link does as well. */
export function openBrowser(address: string): void {
  const [command, ...words] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...words, address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
