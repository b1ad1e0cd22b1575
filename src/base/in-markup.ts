const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** What XML and HTML cannot hold, and marks that would turn the reading direction of what follows. */
const UNSEEN =
  /[^\t\n\r\u{20}-\u{7e}\u{a0}-\u{2029}\u{202f}-\u{2065}\u{206a}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Words of strangers as text or an attribute's value in HTML, SVG or XML: nothing in them can become markup or void the file. */
export const inMarkup = (words: string): string =>
  words.replace(UNSEEN, '\u{fffd}').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
