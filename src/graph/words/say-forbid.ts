import type { GraphFile } from '../file/graph-file.ts'
import { idInWords, type Names } from './names.ts'
import { type FilePath, type Slot, say, type Words } from './pieces.ts'
import { sayCondition } from './say-condition.ts'
import { tellVerb } from './say-step.ts'
import { saySource } from './ways.ts'

type ForbidFile = NonNullable<GraphFile['forbid']>[number]
type InterruptFile = NonNullable<GraphFile['interrupts']>[number]

/** "never cancel order if ... (wrongful cancellation) [5#4]" */
export function sayForbid(raw: ForbidFile, path: FilePath, names: Names): Words {
  const when =
    raw.when === undefined ? [] : say` if ${sayCondition({ text: raw.when, path: [...path, 'when'] }, names)}`
  return say`never ${sayForbidden(raw, path, names)}${when} (${idInWords(raw.kind)})${saySource(raw)}`
}

function sayForbidden(raw: ForbidFile, path: FilePath, names: Names): Words {
  const slot = (kind: Slot['slot'], text: string, member: string): Slot => ({
    slot: kind,
    text,
    path: [...path, member],
    within: null,
  })
  if (raw.tool !== undefined) return [slot('tool', idInWords(raw.tool), 'tool')]
  if (raw.says !== undefined) return say`say ${slot('variable', names.variable(raw.says), 'says')}`
  if (raw.tell === undefined) return ['do nothing']
  if (raw.about === undefined) return [tellVerb(raw.tell)]
  return say`${tellVerb(raw.tell)}: ${slot('topic', names.topic(raw.about), 'about')}`
}

const EVENTS = { demand_human: 'asks for a person', abuse: 'insults the agent' } as const
const TIMES = ['', 'the first time', 'a second time', 'a third time']

/** "whenever the customer asks for a person a second time [7#1]" */
export function sayInterrupt(raw: InterruptFile, path: FilePath, names: Names): Words {
  const nth = raw.nth ?? 1
  const times: Slot = {
    slot: 'bound',
    text: TIMES[nth] ?? `for the ${nth}th time`,
    path: [...path, 'nth'],
    within: null,
  }
  const when =
    raw.when === undefined
      ? []
      : say`, and ${sayCondition({ text: raw.when, path: [...path, 'when'] }, names)}`
  return say`Whenever the customer ${EVENTS[raw.on]} ${times}${when}${saySource(raw)}`
}
