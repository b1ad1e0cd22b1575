import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { GraphFileReader } from '../graph/file/graph-file.ts'
import { compileText } from './compile-text.ts'

const compiled = (text: string, tools: readonly string[] | null = null) =>
  compileText({ file: 'sop.md', text }, { tools, every: false })

/** The steps of the only procedure, one line each: kind, what, and where it leads. */
function stepsOf(text: string, tools: readonly string[] | null = null): readonly string[] {
  const { graph, problems } = compiled(text, tools)
  expect(problems).toEqual([])
  const file = GraphFileReader.parse(parse(graph ?? ''))
  const [procedure] = Object.values(file.procedures)
  return Object.entries(procedure?.steps ?? {}).map(([id, step]) => {
    if ('decide' in step) {
      const edges = step.decide.map((edge) =>
        'when' in edge ? `${edge.when} -> ${edge.to}` : `else -> ${edge.otherwise}`,
      )
      return `${id}: ${edges.join(', ')} (${[step.cites].flat().join(' ')})`
    }
    return 'next' in step && step.next !== undefined ? `${id} -> ${step.next}` : id
  })
}

describe('a graph of the text alone', () => {
  test('every condition is a question of its own, asked before it is decided', () => {
    expect(
      stepsOf(
        '# Late parcels\nAsk for the number. If the parcel is lost, hand over to the tracing team. Otherwise tell them the day.',
      ),
    ).toEqual([
      'ask_number -> learn_parcel_lost',
      'learn_parcel_lost -> if_parcel_lost',
      'if_parcel_lost: fields.parcel_lost == true -> handover_tracing_team, else -> tell_day (late-parcels#2)',
      'handover_tracing_team',
      'tell_day -> done',
      'done',
    ])
  })

  test('opposites are one decision that cites both; sections follow one another', () => {
    const { graph } = compiled(
      '## A\n### Step 1: Light\n**If the light is on:**\n- Turn it off\n\n**If the light is off:**\n- Proceed to Step 2\n### Step 2: Fuse\nReplace the fuse.\n## B\nClose the ticket.',
    )
    const file = GraphFileReader.parse(parse(graph ?? ''))
    const decides = Object.values(file.procedures['a']?.steps ?? {}).filter((step) => 'decide' in step)
    expect(decides).toEqual([
      {
        decide: [{ when: 'fields.light == true', to: 'do_turn_off' }, { otherwise: 'do_replace_fuse' }],
        cites: ['step-1-light#1', 'step-1-light#3'],
      },
    ])
  })

  test('a trouble that is over ends the procedure, one that is not goes on', () => {
    const steps = stepsOf(
      '# P\nAsk them to restart the device. Ask them to check if it is fixed. If still not resolved, escalate to support.',
    )
    expect(steps.filter((line) => line.includes('=='))).toEqual([
      'is_fixed: fields.fixed == true -> done, else -> handover_support (p#2 p#3)',
    ])
  })

  test('a way back is bounded', () => {
    const { graph, problems } = compiled(
      '## Step 1\nAsk for the code. If the code is wrong, go to step 1. Otherwise close the ticket.',
    )
    expect(problems).toEqual([])
    expect(graph).toContain('loop:')
  })

  test('given tools are tied by their words, and a deed no tool does is listed', () => {
    const text = '# P\n1. Look up the order.\n2. Refund the order.\n3. Polish the shoes.'
    const { needs, unresolved } = compiled(text, ['look-up-order', 'refund-order'])
    expect(needs.tools).toEqual(['look-up-order', 'refund-order'])
    expect(unresolved).toEqual([{ line: 4, text: 'Polish the shoes', because: 'no tool does this' }])
  })

  test('without tools it names those the text needs', () => {
    expect(compiled('# P\nAsk for the number. Refund the fee.').needs).toEqual({
      fields: ['number'],
      records: [],
      tools: ['refund_fee'],
    })
  })
})

describe('nothing is invented, nothing is dropped', () => {
  test('a text without a procedure yields no graph', () => {
    expect(
      compiled('# About us\nWe are six people who like lunch. The shop is in the old mill.').graph,
    ).toBeNull()
    expect(compiled('').graph).toBeNull()
  })

  test('what cannot be read and ways to steps that are not there are listed with their lines', () => {
    expect(
      compiled('# P\nAsk for the number.\n\nGo to step 9.\n\nIt has to be green before noon.\n').unresolved,
    ).toEqual([
      { line: 4, text: 'Go to step 9', because: 'leads to "step 9", which is not in this text' },
      {
        line: 6,
        text: 'It has to be green before noon.',
        because: 'demands something, in a form that is not understood',
      },
    ])
  })

  test('mixed languages: the part that is not read is listed', () => {
    const { graph, unresolved } = compiled(
      '# P\nAsk for the number.\n\nDanach bitten Sie die Kundin höflich um einen Beleg.\n',
    )
    expect(graph).not.toBeNull()
    expect(unresolved.map(({ line, because }) => `${line} ${because}`)).toEqual(['4 not English'])
  })
})

describe('bad input', () => {
  test('no headings, tags, restarting lists, curly quotes', () => {
    const { graph, problems } = compiled(
      '1. Ask for the <b>number</b>.\n1. If it’s “late”, apologise.\n\n1) Close the ticket.',
    )
    expect(problems).toEqual([])
    expect(graph).toContain('top#2')
  })

  test('5 MB are refused in the words of the checker, and what was not read is listed', () => {
    const one = `## Refunds\nAsk for the number, which stands ${'on the label and '.repeat(80)}here.\n\n`
    const large = compiled(`${one.repeat(5_100_000 / one.length)}\n\nIt has to be green before noon.`)
    expect(large.problems.map(({ code }) => code)).toEqual(['file-too-large'])
    expect(large.unresolved).toHaveLength(1)
    expect(compiled('x'.repeat(5_000_000)).unresolved).toMatchObject([
      { line: 1, because: 'longer than any sentence' },
    ])
  })

  test('a procedure without end, and procedures without number, are listed', () => {
    const flat = compiled(`# P\n${'Ask for the number. '.repeat(2_000)}`)
    expect(flat.graph).toBeNull()
    expect(flat.unresolved).toEqual([
      { line: 1, text: 'P', because: 'has more than 1000 statements: split it into procedures' },
    ])
    const many = compiled('## P\nClose the ticket.\n'.repeat(400))
    expect(many.unresolved.map(({ because }) => because)).toEqual([
      'only the first 300 procedures are sketched',
    ])
  })
})
