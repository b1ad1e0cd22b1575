/** A report as people read it, before it is decided where: plain text, Markdown and later the page are laid out from it. */
export type Section = {
  readonly title: string
  readonly blocks: readonly Block[]
  /** shown only when asked for, where the medium can */
  readonly folded?: boolean
}

export type Block =
  /** a paragraph, perhaps with a word in bold before it */
  | { readonly kind: 'say'; readonly lead?: string; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  /** kept as it is, in a fixed-width face: tables and charts */
  | { readonly kind: 'figure'; readonly text: string }

export type Item = {
  readonly text: string
  /** under it, a line each */
  readonly notes?: readonly string[]
  /** a command to copy */
  readonly command?: string
}

export const say = (text: string, lead?: string): Block =>
  lead === undefined ? { kind: 'say', text } : { kind: 'say', lead, text }
export const list = (items: readonly Item[]): Block => ({ kind: 'list', items })
export const figure = (text: string): Block => ({ kind: 'figure', text })
