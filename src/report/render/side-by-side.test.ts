import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aClause } from '../../base/values/ids-testing.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { graphOfSteps, RETURNS } from '../../graph/plan/plan-testing.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import { inHtml } from './html-text.ts'
import { sideBySide } from './side-by-side.ts'

const graph = graphOfSteps(RETURNS)
const page = sideBySide(graph, { title: 'A desk' })
const withSop = (text: string): Graph => ({ ...graph, sop: parseSop('sop.md', text) })

/** What stands between the page's own script and style: everything that came from data is in here. */
const bodyOf = (html: string): string =>
  html.replace(/<style>[\s\S]*?<\/style>|<script>[\s\S]*?<\/script>/g, '')

describe('text and graph side by side', () => {
  test('every sentence and every step is there to point at, each with the other', () => {
    for (const [id, { text }] of graph.sop.clauses) {
      expect(page).toContain(`data-clause="${id}"`)
      expect(page).toContain(inHtml(text))
    }
    for (const step of graph.steps.values())
      if (step.kind !== 'end') expect(page).toContain(`data-cites="${step.cites.join(' ')}"`)
  })

  test('it stands alone: nothing is fetched, and no script but its own may run', () => {
    expect(page).not.toMatch(/<link|<img|<iframe|@import|url\(|src=/)
    expect(page.match(/https?:\/\/[^"]*/g)?.every((url) => url === 'http://www.w3.org/2000/svg')).toBe(true)
    expect(page).toMatch(/script-src 'sha256-[A-Za-z0-9+/]{43}='/)
    expect(page.match(/<script>/g)).toHaveLength(1)
  })

  test('[L2] the gloss stands under its sentence, with what the sentence is taken for and why it is open', () => {
    const [first = '', second = ''] = [...graph.sop.clauses.keys()]
    const html = sideBySide(graph, {
      title: 'A desk',
      review: {
        lines: new Map([
          [first, { kind: 'rule' as const, open: null, gloss: ['ask for the <order>'] }],
          [second, { kind: 'unread' as const, open: 'a new sentence', gloss: [] }],
        ]),
        assumed: [{ item: 'a/b>1', because: 'nobody says', open: 'not accepted yet', gloss: ['stop'] }],
      },
    })
    expect(html).toMatch(
      /class="rule">[^<]*<\/span><span class="gloss"><span>ask for the &lt;order&gt;<\/span><\/span>/,
    )
    expect(html).toMatch(
      /class="unread open">[^<]*<\/span><span class="gloss"><span>nothing<\/span><em>open: a new sentence/,
    )
    expect(html).toMatch(/What no sentence says[\s\S]*nobody says[\s\S]*stop[\s\S]*a\/b&gt;1/)
    expect(html).toContain('1 rule')
    expect(html).toContain('2 open')
  })

  test('lists, tables and paragraphs look like themselves', () => {
    const html = sideBySide(
      withSop(
        '# T\n\n## 1. A\n\nOne. Two.\n\nThree.\n\n- four. Five\n- six\n\n| If | Then |\n|---|---|\n| red | stop |\n| blue | go |\n',
      ),
      { title: 't' },
    )
    expect(html.match(/<p><span/g)).toHaveLength(2)
    expect(html.match(/<li><span/g)).toHaveLength(2)
    expect(html).toContain('<thead><tr><th>If</th><th>Then</th></tr></thead>')
    expect(html).toMatch(/<tr data-row="1#7"><td>red<\/td><td><span[^>]*>stop<\/span><\/td><\/tr>/)
  })

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</span></section><iframe src="//evil">',
    '<!-- --><svg/onload=alert(1)>',
    '\u202egnp.exe',
  ])('words of strangers stay words: %s', (evil) => {
    const html = bodyOf(
      sideBySide(
        {
          ...withSop(
            `# ${evil}\n\n## 1. ${evil}\n\nAsk ${evil} now.\n\n| ${evil} | x |\n|---|---|\n| ${evil} | y |\n`,
          ),
          waived: [{ clause: aClause('1#1'), because: evil, at: { file: 'g', line: 1, column: 1 } }],
        },
        { title: evil },
      ),
    )
    expect(html).not.toMatch(/<(?:script|img|iframe)\b|<svg\/|\u202e/i)
    // no attribute but those we write
    expect(html).not.toMatch(/<[^>"]*(?:"[^"]*"[^>"]*)*\son\w+=/i)
  })

  test('any text at all makes a page with every tag of it escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const html = bodyOf(sideBySide(withSop(`# T\n\n${text}\n`), { title: text }))
        expect(
          html.replace(
            /<\/?(?:!doctype|html|head|meta|title|body|header|h\d|p|main|section|nav|a|b|span|button|figure|figcaption|code|div|svg|g|rect|path|polygon|circle|ellipse|text|footer|ul|li|table|thead|tbody|tr|th|td|strong|small)\b[^<>]*>/g,
            '',
          ),
        ).not.toMatch(/[<>]/)
      }),
      { numRuns: 100 },
    )
  })
})
