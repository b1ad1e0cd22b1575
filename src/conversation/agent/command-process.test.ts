import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { emptyFolder } from '../../../test/support/temp-folder.ts'
import { openCommandPool } from './command-pool.ts'
import { type CommandProcess, startCommand } from './command-process.ts'

const folder = emptyFolder()

function start(text: string): CommandProcess {
  writeFileSync(join(folder, 'agent.mjs'), text)
  return startCommand({
    program: process.execPath,
    arguments: ['agent.mjs'],
    folder,
    environment: process.env,
  })
}

const WAIT = { stop: new AbortController().signal, timeoutMs: 120_000 }
const ECHO = `import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) console.log('heard ' + line)`

/** One that is dead and not yet buried (a machine without an init) counts as gone. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('a program that answers lines', () => {
  test('one line in, one line out; it goes when it is stopped', async () => {
    const echo = start(ECHO)
    expect(await echo.ask('one', WAIT)).toEqual({ said: 'line', text: 'heard one' })
    expect(await echo.ask('two', WAIT)).toEqual({ said: 'line', text: 'heard two' })
    // Without time it cannot be made to go: it went because it was asked.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await echo.stop()
    vi.useRealTimers()
    expect(echo.isAlive()).toBe(false)
    expect(await echo.exited).toMatchObject({ code: 0 })
    expect(await echo.ask('three', WAIT)).toMatchObject({ said: 'nothing', because: 'exited' })
  })

  test('one that will not go is made to, with the children it started', async () => {
    const stubborn = start(`import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
process.on('SIGTERM', () => {})
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
writeFileSync('pids', process.pid + ' ' + child.pid)
setInterval(() => {}, 1000)
process.stdin.resume().once('data', () => console.log('started'))`)
    await stubborn.ask('start', WAIT)
    const pids = readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number)
    expect(pids.map(isRunning)).toEqual([true, true])
    await stubborn.stop()
    await expect.poll(() => pids.map(isRunning), { timeout: 30_000 }).toEqual([false, false])
  })

  test('what it wrote before it was asked answers nothing', async () => {
    const chatty = start(`import { writeFileSync } from 'node:fs'
process.stdout.write('loading the model\\n', () => writeFileSync('written', ''))
${ECHO}`)
    await expect.poll(() => existsSync(join(folder, 'written')), { timeout: 30_000 }).toBe(true)
    // What was written is there; give it the moment to be read.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await chatty.ask('one', WAIT)).toEqual({ said: 'line', text: 'heard one' })
    await chatty.stop()
  })

  test('a trial that stops waits no longer', async () => {
    const silent = start('setInterval(() => {}, 1000)')
    const stop = new AbortController()
    const asked = silent.ask('one', { stop: stop.signal, timeoutMs: 120_000 })
    stop.abort()
    await expect(asked).rejects.toMatchObject({ code: 'stopped' })
    await silent.stop()
  })

  test('a program that is not there', async () => {
    const missing = startCommand({ program: join(folder, 'nothing'), arguments: [], folder, environment: {} })
    expect(await missing.ask('one', WAIT)).toMatchObject({ said: 'nothing' })
    await missing.stop()
  })
})

describe('a pool', () => {
  test('gives the same process again, starts another where one has died, and leaves none behind', async () => {
    writeFileSync(join(folder, 'agent.mjs'), ECHO)
    const pool = openCommandPool(() => start(ECHO))
    const first = pool.take()
    const second = pool.take()
    expect(second).not.toBe(first)
    pool.give(first)
    expect(pool.take()).toBe(first)
    await first.stop()
    pool.give(first)
    const third = pool.take()
    expect(third).not.toBe(first)
    await pool.close()
    expect([first, second, third].map((one) => one.isAlive())).toEqual([false, false, false])
  })
})
