import { didYouMean } from '../../../base/files/suggest.ts'
import type { Json } from '../../../base/values/json.ts'

/** One line a person typed while playing, read: words, a call, a wish to see something, the end, or a slip. */
export type PlayLine =
  | { readonly is: 'words'; readonly text: string }
  | { readonly is: 'call'; readonly tool: string; readonly input: Json }
  | { readonly is: 'command'; readonly command: string }
  | { readonly is: 'nothing' }
  /** nothing was done: what is wrong, and what would be right */
  | { readonly is: 'slip'; readonly because: string }

/** `commands`: words that may follow a slash, besides `call`; `tools` is empty where there is nothing to call. */
export type PlayLanguage = { readonly commands: readonly string[]; readonly tools: readonly string[] }

export function readPlayLine(typed: string, { commands, tools }: PlayLanguage): PlayLine {
  const line = typed.trim()
  if (line === '') return { is: 'nothing' }
  // A message may begin with a slash: write two.
  if (!line.startsWith('/') || line.startsWith('//'))
    return { is: 'words', text: line.startsWith('//') ? line.slice(1) : line }
  const [, word = '', rest = ''] = /^\/(\S*)\s*(.*)$/s.exec(line) ?? []
  if (word === 'call' && tools.length > 0) return readCall(rest, tools)
  if (commands.includes(word) && rest === '') return { is: 'command', command: word }
  const known = [...(tools.length > 0 ? ['call'] : []), ...commands]
  const because = commands.includes(word)
    ? `/${word} must be alone on its line.`
    : `There is no /${word}. ${didYouMean(word, known)}`
  return { is: 'slip', because }
}

function readCall(rest: string, tools: readonly string[]): PlayLine {
  const [, tool = '', written = ''] = /^(\S*)\s*(.*)$/s.exec(rest) ?? []
  if (tool === '') return { is: 'slip', because: 'Which tool? For example: /call lookup {"id": "1"}' }
  if (!tools.includes(tool))
    return { is: 'slip', because: `There is no tool "${tool}". ${didYouMean(tool, tools)}` }
  const input = written === '' ? {} : parsed(written)
  return input === undefined
    ? {
        is: 'slip',
        because: `Arguments must be JSON: /call ${tool} {"name": "value"}. This is not JSON: ${written}`,
      }
    : { is: 'call', tool, input }
}

function parsed(written: string): Json | undefined {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
