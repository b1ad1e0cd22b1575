import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../src/runner/files/package-root.ts'
import type { BenchResult } from './bench-result.ts'

const ROUNDS = 31

/** `sage --version` and `sage --help` against a node process that runs an empty file: started in turns, medians compared. */
export function startBench(): BenchResult {
  const folder = mkdtempSync(join(tmpdir(), 'sage-start-'))
  try {
    const empty = join(folder, 'empty.mjs')
    writeFileSync(empty, '')
    const sage = join(packageRoot(), 'bin/sage.js')
    const times: { sage: number[]; help: number[]; node: number[] } = { sage: [], help: [], node: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      times.node.push(took([empty]))
      times.sage.push(took([sage, '--version']))
      times.help.push(took([sage, '--help']))
    }
    const [sageMs, helpMs, nodeMs] = [median(times.sage), median(times.help), median(times.node)]
    return {
      ratio: Math.max(sageMs, helpMs) / nodeMs,
      sage_version_ms: sageMs,
      sage_help_ms: helpMs,
      empty_node_ms: nodeMs,
      rounds: ROUNDS,
      bound: 1.4,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function took(words: readonly string[]): number {
  const from = performance.now()
  spawnSync(process.execPath, [...words])
  return performance.now() - from
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
