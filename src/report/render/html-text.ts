const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Not allowed in a page, or able to turn the reading direction of what follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g

/** Words of strangers as HTML text or an attribute's value: nothing in them can become markup. */
export const inHtml = (words: string): string =>
  words.replace(UNSEEN, '�').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
