import { sha256 } from '../../base/hash.ts'
import type { Forbid, Graph } from '../../graph/model/graph.ts'
import { graphToPictures, type PartPicture } from '../graph-drawing/draw-svg.ts'
import { inHtml } from './html-text.ts'
import { SIDE_BY_SIDE_SCRIPT } from './side-by-side-script.ts'
import { SIDE_BY_SIDE_STYLE } from './side-by-side-style.ts'
import { type ReviewedLines, sopToHtml } from './side-by-side-text.ts'

/**
 * The procedure and its graph on one page: text left, graph right; pointing at a sentence lights its steps, and back. In: a
 * loaded graph. Out: one HTML file that needs nothing else. Texts and names come from packs of strangers: every word is
 * escaped, and the page's own policy lets no other script run.
 */
export function sideBySide(
  graph: Graph,
  about: { readonly title: string; readonly review?: Review | undefined },
): string {
  const pictures = graphToPictures(graph)
  const steps = pictures.reduce(
    (sum, { part }) => sum + part.nodes.filter(({ kind }) => kind !== 'end').length,
    0,
  )
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash()}'; base-uri 'none'; form-action 'none'`
  const title = inHtml(about.title)
  const { review } = about
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}: procedure and graph</title>
<style>${SIDE_BY_SIDE_STYLE}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="counts">${graph.sop.clauses.size} sentences, ${graph.procedures.length} procedures, ${steps} steps</p>
<p class="hint">Point at a sentence to see its steps, or at a step to see its sentences. Keys: arrows move, Enter selects, Escape clears.</p>
${review === undefined ? '' : legendOf(review)}</header>
<main>
<section class="text" aria-label="The procedure as written" tabindex="-1">
${sopToHtml(graph, review?.lines ?? null)}
${review === undefined ? '' : assumedOf(review)}</section>
<section class="graph" aria-label="The graph" tabindex="-1">
<nav aria-label="Procedures">${pictures.map(jumpTo).join('')}${graph.forbids.length === 0 ? '' : '<a href="#part-forbids" data-part="never">never<b></b></a>'}<span class="zoom"><button type="button" data-zoom="-1" aria-label="Smaller">−</button><button type="button" data-zoom="0" aria-label="Fit the page">Fit</button><button type="button" data-zoom="1" aria-label="Larger">+</button></span></nav>
${pictures.map(figureOf).join('\n')}
${forbidsOf(graph)}
</section>
</main>
<footer aria-live="polite"><p class="told" id="told">Nothing selected.</p></footer>
<script>${SIDE_BY_SIDE_SCRIPT}</script>
</body>
</html>
`
}

/** Where the outline stands: each sentence, and what the graph decides although no sentence says it. */
export type Review = {
  readonly lines: ReviewedLines
  readonly assumed: readonly {
    readonly item: string
    readonly because: string
    readonly open: string | null
    readonly gloss: readonly string[]
  }[]
}

const KINDS = ['rule', 'fact', 'tone', 'gap', 'unread'] as const

function legendOf({ lines, assumed }: Review): string {
  const all = [...lines.values()]
  const kinds = KINDS.flatMap((kind) => {
    const count = all.filter((line) => line.kind === kind).length
    return count === 0 ? [] : [`<span class="${kind}">${count} ${kind}</span>`]
  })
  const open =
    all.filter((line) => line.open !== null).length + assumed.filter((gap) => gap.open !== null).length
  const gaps = assumed.length === 0 ? [] : [`<span class="gap">${assumed.length} assumed</span>`]
  return `<p class="legend">${[...kinds, ...gaps, `<span class="${open === 0 ? '' : 'open'}">${open} open</span>`].join('')}</p>
`
}

function assumedOf({ assumed }: Review): string {
  if (assumed.length === 0) return ''
  const items = assumed.map(({ item, because, open, gloss }) => {
    const lines = gloss.map((each) => `<span>${inHtml(each)}</span>`).join('')
    const why = open === null ? '' : `<em>open: ${inHtml(open)}</em>`
    return `<li><span class="gap${open === null ? '' : ' open'}">${inHtml(because)}</span><span class="gloss">${lines}<code>${inHtml(item)}</code>${why}</span></li>`
  })
  return `<h2>What no sentence says</h2><ul>${items.join('')}</ul>
`
}

const anchorOf = ({ part }: PartPicture): string => `part-${part.kind}-${inHtml(part.id)}`
const nameOf = ({ part }: PartPicture): string => part.id.replaceAll(/[_-]/g, ' ')

const jumpTo = (picture: PartPicture): string =>
  `<a href="#${anchorOf(picture)}" data-part="${inHtml(picture.part.id)}">${inHtml(nameOf(picture))}<b></b></a>`

function figureOf(picture: PartPicture): string {
  const { part, width, svg } = picture
  const kind = part.kind === 'procedure' ? 'for' : 'whenever'
  return `<figure id="${anchorOf(picture)}" data-part="${inHtml(part.id)}"><figcaption><h2>${inHtml(nameOf(picture))}</h2><p>${kind} <code>${inHtml(part.subtitle)}</code></p></figcaption><div class="picture" data-width="${Math.ceil(width)}">${svg}</div></figure>`
}

/** What is forbidden has no place on a way: it stands beside all of them. */
function forbidsOf({ forbids }: Graph): string {
  if (forbids.length === 0) return ''
  const items = forbids.map(
    (forbid) =>
      `<li><div data-step="forbid ${inHtml(forbid.id)}" data-cites="${inHtml(forbid.cites.join(' '))}"><strong>${inHtml(whatOf(forbid))}</strong> while <code>${inHtml(forbid.when.text)}</code> <small>${inHtml(forbid.cites.join(', '))}</small></div></li>`,
  )
  return `<figure id="part-forbids" data-part="never"><figcaption><h2>never</h2><p>forbidden at every point of the conversation</p></figcaption><ul class="forbids">${items.join('')}</ul></figure>`
}

function whatOf({ what }: Forbid): string {
  if ('tool' in what) return what.tool
  if ('says' in what) return `saying ${what.says}`
  return what.about === null ? what.act : `${what.act} ${what.about}`
}

/** The page runs this one script and no other, also if a word of it should ever slip through unescaped. */
function scriptHash(): string {
  const bytes = sha256(SIDE_BY_SIDE_SCRIPT).match(/../g) ?? []
  return `sha256-${btoa(bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(''))}`
}
