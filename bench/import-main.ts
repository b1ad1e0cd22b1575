import { assert } from '../src/base/assert.ts'
import { ALL_FORMATS } from '../src/recordings/all-formats.ts'
import { NO_MAPPING } from '../src/recordings/mapping-file.ts'
import { toTranscript } from '../src/recordings/to-transcript.ts'
import { boundedLines } from '../src/runner/files/bounded-lines.ts'
import { unpackedText } from '../src/runner/files/unpacked-text.ts'
import { checkAll } from '../src/runner/jobs/import/import-recordings.ts'
import { recordingsIn } from '../src/runner/jobs/import/recordings-in.ts'

/** The measured part of bench/import.ts, in a process of its own: `node import-main.js <file>` prints one line of JSON. */
const [file = ''] = process.argv.slice(2)
const how = { formats: ALL_FORMATS, format: null }
const cpuMs = async (work: () => Promise<void>): Promise<number> => {
  const from = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}

let events = 0
const imported = await cpuMs(async () => {
  const wishes = {
    ...how,
    files: [{ path: file, named: file }],
    mapping: NO_MAPPING,
    pack: null,
    agent: null,
    scrub: null,
  }
  const { checked } = await checkAll(wishes)
  for await (const one of recordingsIn(file, file, { ...how, columns: {} })) {
    assert(one.is === 'recording', 'the log is whole')
    const { id } = one.recording
    events += toTranscript(one.recording, {
      format: 1,
      trial: `bench/${id}`,
      pack: { id: 'recorded', hash: 'recorded' },
      case: `recorded/${id}`,
      agent: 'agent',
      customer: 'recorded',
      seed: 0,
      attempt: 0,
      intensity: 0,
      tactic: null,
      today: '2026-01-01',
      source: file,
      from: one.format.name,
      desk: checked.desk,
    }).length
  }
})
const peak = process.resourceUsage().maxRSS / 1024
let lines = 0
const parse = await cpuMs(async () => {
  for await (const line of boundedLines(unpackedText(file), file)) if (JSON.parse(line) !== null) lines += 1
})
process.stdout.write(
  JSON.stringify({
    ratio: parse / imported,
    import_ms: imported,
    json_parse_ms: parse,
    peak_memory_mb: peak,
    lines,
    events,
  }),
)
