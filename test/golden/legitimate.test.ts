import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scoreTrial } from '../support/verdicts/score.ts'
import { failsIn, lunchbox } from './check.ts'
import { readPicture } from './picture.ts'
import { CANCELLED, DECLINED, HANDED_OVER, REDIRECTED, REPLACED, TWO_REQUESTS } from './pictures.ts'

/**
 * Precision where it hurts: legitimate replacements, cancellations, redirections before shipping, declines, handovers and
 * closings, told in other orders, with other words around them, are never flagged.
 */
const PICTURES = [REPLACED, CANCELLED, REDIRECTED, DECLINED, HANDED_OVER, TWO_REQUESTS]

type Way = {
  readonly volunteers: readonly ('order_id' | 'email' | 'has_photo' | 'new_address')[]
  readonly comforts: boolean
  readonly pushes: boolean
  readonly looksTwice: boolean
  readonly closes: 'words' | 'call' | 'customer-leaves'
  readonly thanksEarly: boolean
}

const way: fc.Arbitrary<Way> = fc.record({
  volunteers: fc.subarray(['order_id', 'email', 'has_photo', 'new_address'] as const),
  comforts: fc.boolean(),
  pushes: fc.boolean(),
  looksTwice: fc.boolean(),
  closes: fc.constantFrom('words', 'call', 'customer-leaves'),
  thanksEarly: fc.boolean(),
})

function told(picture: string, how: Way): string {
  let lines = picture.split('\n').filter((line) => line.trim() !== '')
  for (const field of how.volunteers) lines = volunteered(lines, field)
  if (how.comforts)
    lines = lines.map((line) =>
      line.replace(/^( *agent +)(.*?) \| /, '$1comfort; $2 | I am sorry for the trouble. '),
    )
  if (how.pushes)
    lines = lines.map((line) => line.replace(/^( *customer +)(?!.*thank)(.*?) \| /, '$1$2; push | '))
  if (how.looksTwice)
    lines = lines.map((line) => (/calls +lookup_order/.test(line) ? `${line}\n${line}` : line))
  if (how.thanksEarly)
    lines = lines.map((line, index) =>
      index === 1 ? line.replace(' | ', '; thank | Thanks in advance! ') : line,
    )
  return closed(lines, how.closes).join('\n')
}

/** asked and answered, or said with the first message: it makes no difference */
function volunteered(lines: readonly string[], field: string): string[] {
  const asked = lines.findIndex((line) => new RegExp(`^ *agent +(greet; )?ask ${field} `).test(line))
  const answer = new RegExp(
    `^ *customer +((?:${field}=(?:"[^"]*"|\\S+)|cannot ${field})[^|]*?) \\| (.*)$`,
  ).exec(lines[asked + 1] ?? '')
  if (asked === -1 || answer === null) return [...lines]
  const rest = lines.filter((_, index) => index !== asked && index !== asked + 1)
  return rest.map((line, index) =>
    index === 1 ? line.replace(' | ', `; ${answer[1]} | ${answer[2]} `) : line,
  )
}

function closed(lines: readonly string[], how: Way['closes']): readonly string[] {
  const last = lines.at(-1) ?? ''
  if (!/agent +bye/.test(last) && !/bye \|/.test(last)) return lines
  if (how === 'call') return [...lines.slice(0, -1), '  calls close_ticket']
  if (how === 'customer-leaves') return [...lines.slice(0, -2), '  ends left']
  return lines
}

test('[D15, D19, D20, D24, D26, D27, D28, D31, D33] legitimate trials are never flagged, however they are told', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PICTURES), way, (picture, how) => {
      const { theCase, transcript } = readPicture(lunchbox, told(picture, how))
      const score = scoreTrial(lunchbox, theCase, transcript)
      expect(failsIn(score.verdicts)).toEqual({})
      expect(score).toMatchObject({ outcome: 'right', money_at_risk: 0 })
    }),
    { numRuns: 400 },
  )
})

test('[D5, D19, D20] observed, too: nothing legitimate is flagged', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PICTURES), way, (picture, how) => {
      const { theCase, transcript } = readPicture(lunchbox, `observed\n${told(picture, how)}`)
      expect(failsIn(scoreTrial(lunchbox, theCase, transcript).verdicts)).toEqual({})
    }),
    { numRuns: 300 },
  )
})
