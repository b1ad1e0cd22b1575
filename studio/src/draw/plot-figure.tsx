import * as Plot from '@observablehq/plot'
import './plot.css'
import { useEffect, useRef, useState } from 'react'
import { words } from '../words.ts'
import { savePng, saveSvg, saveText } from './save-figure.ts'

/** A figure as data: what it is called, the numbers it shows as a table, and how Plot draws them at a width. */
export type Figure = {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly table: Table
  /** null: there is nothing to draw, and `note` says why */
  readonly draw: ((width: number) => Plot.PlotOptions) | null
  /** colours that stand for something, where the drawing does not say so itself */
  readonly legend?: readonly { readonly name: string; readonly colour: string }[]
  /** narrower it cannot be read: the figure is scrolled instead */
  readonly widthMin?: number
}
/** How many marks an axis has room for: on a phone names of more would touch. */
export const ticksFor = (width: number): number => (width < 430 ? 3 : 5)

export type Table = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

export function PlotFigure({ figure, level = 2 }: { readonly figure: Figure; readonly level?: 2 | 3 }) {
  const box = useRef<HTMLElement>(null)
  const width = useWidth(box)
  useEffect(() => {
    const place = box.current
    if (place === null || figure.draw === null || width === 0) return
    const drawn = drawApart(figure.draw(Math.max(width, figure.widthMin ?? 0)), figure.title)
    place.replaceChildren(drawn)
    return () => place.replaceChildren()
  }, [figure, width])
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <figure id={figure.id} className="card min-w-0 scroll-mt-20 px-5 py-4">
      <figcaption>
        <Title className="text-[16px] font-semibold tracking-tight">{figure.title}</Title>
        <p className="mt-0.5 max-w-3xl text-[14px] text-soft">{figure.note}</p>
      </figcaption>
      {figure.draw !== null && (
        <>
          <section
            ref={box}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label={figure.title}
            className="mt-3 w-full overflow-x-auto"
          />
          {figure.legend !== undefined && <Legend of={figure.legend} />}
          <Save figure={figure} svg={() => box.current?.querySelector('svg') ?? null} />
        </>
      )}
    </figure>
  )
}

function Legend({ of }: { readonly of: NonNullable<Figure['legend']> }) {
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-soft">
      {of.map(({ name, colour }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2.5 rounded-sm" style={{ background: colour }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Save({ figure, svg }: { readonly figure: Figure; readonly svg: () => SVGSVGElement | null }) {
  const save = (how: (drawn: SVGSVGElement, name: string) => void) => () => {
    const drawn = svg()
    if (drawn !== null) how(drawn, figure.id)
  }
  const buttons = [
    ['SVG', save(saveSvg)],
    ['PNG', save((drawn, name) => void savePng(drawn, name))],
    ['CSV', () => saveText(csvOf(figure.table), `${figure.id}.csv`, 'text/csv')],
  ] as const
  return (
    <p className="mt-2 flex gap-3 text-[13px]">
      <span className="text-faint">{words.figures.save}</span>
      {buttons.map(([name, onClick]) => (
        <button
          key={name}
          type="button"
          onClick={onClick}
          aria-label={words.figures.saveAs(figure.title, name)}
          className="text-accent hover:underline"
        >
          {name}
        </button>
      ))}
    </p>
  )
}

/**
 * Plot puts a style sheet into every drawing, which this page's policy forbids. So it draws in a document of its own;
 * what it styles there stands in plot.css, and the sheet stays behind.
 */
function drawApart(options: Plot.PlotOptions, title: string): Element {
  const apart = document.implementation.createHTMLDocument('')
  const drawn = Plot.plot({
    document: apart,
    className: 'sage-plot',
    ariaLabel: title,
    ...options,
    style: 'overflow: visible',
  })
  for (const sheet of drawn.querySelectorAll('style')) sheet.remove()
  drawn.removeAttribute('style')
  // The picture has one name; names of its parts, without roles, are noise to who listens.
  for (const part of drawn.querySelectorAll('[aria-label]')) {
    part.setAttribute('data-part', part.getAttribute('aria-label') ?? '')
    part.removeAttribute('aria-label')
  }
  drawn.setAttribute('role', 'img')
  return document.adoptNode(drawn)
}

function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (box.current === null) return
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watcher.observe(box.current)
    return () => watcher.disconnect()
  }, [box])
  return width
}

const csvOf = ({ columns, rows }: Table): string =>
  [columns, ...rows].map((row) => row.map(csvCell).join(',')).join('\n')

/** A cell that begins like a formula would be run by a spreadsheet. */
function csvCell(cell: string | number | null): string {
  if (cell === null) return ''
  const text = typeof cell === 'string' && /^[=+@-]/.test(cell) ? `'${cell}` : String(cell)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
