/** White space to a reader, but no indentation: a comment before a sentence must not make it a code block. */
const BLANK = '\uFEFF'

/**
 * What an author does not say to the reader: comments, lines that are nothing but an HTML tag. They become blanks of the same
 * length, so that every offset stays true. An unclosed comment is taken for prose.
 */
export function maskUnsaid(text: string): string {
  return maskComments(text).replaceAll(TAG_ONLY, blank)
}

const TAG_ONLY = /^[ \t]*<\/?[a-z][^<>\r\n]{0,500}>[ \t]*$/gim

function maskComments(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4)
    if (end === -1) break
    parts.push(text.slice(from, at), blank(text.slice(at, end + 3)))
    from = end + 3
  }
  return parts.join('') + text.slice(from)
}

const blank = (text: string): string => text.replaceAll(/[^\r\n]/g, BLANK)
