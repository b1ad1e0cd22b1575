import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A file of the user's that cannot be loaded: why, and where to look. */
export type NotLoaded = { readonly because: string; readonly hint: string; readonly cause: unknown }

const TYPESCRIPT = new Set(['.ts', '.mts', '.cts'])

type Packages = Readonly<Record<string, object>>

/** The exports of a file, JavaScript or TypeScript. `packages`: what the file gets where it imports a package of that name. */
export async function importFile(
  file: string,
  packages?: Packages,
): Promise<{ readonly exports: object } | { readonly wrong: NotLoaded }> {
  try {
    const found: unknown =
      packages === undefined && !TYPESCRIPT.has(extname(file))
        ? await import(/* @vite-ignore */ pathToFileURL(file).href)
        : await importCompiled(file, packages ?? {})
    // `module.exports = function agent() {}` of a .cts comes as the function itself.
    return { exports: typeof found === 'function' ? { ...found, default: found } : { ...(found as object) } }
  } catch (cause) {
    const { because, hint } = whatIsWrong(file, cause instanceof Error ? cause : new TypeError(String(cause)))
    return { wrong: { because, hint: hint ?? `See ${file}`, cause } }
  }
}

/** On every Node alike: what newer ones strip by themselves leaves out enums and imports without an ending. */
async function importCompiled(file: string, packages: Packages): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const open = (tsconfigPaths: boolean) =>
    createJiti(pathToFileURL(file).href, {
      // Compiled code would lie in the machine's shared temporary folder, where others could put theirs.
      fsCache: false,
      interopDefault: false,
      tsconfigPaths,
      virtualModules: { ...packages },
    })
  const jiti = ((): ReturnType<typeof createJiti> => {
    try {
      // An agent that is a part of a project imports as the project does.
      return open(true)
    } catch {
      // A tsconfig.json that extends what is not installed here: the names it gives cannot be known, all others can.
      return open(false)
    }
  })()
  return jiti.import(file)
}

/** Loaders say the same things in different words and over several lines. */
function whatIsWrong(file: string, { name, message, stack = '' }: Error): { because: string; hint?: string } {
  const parse = /^ParseError: (.*?)\s*\n\s*(.*):(\d+):(\d+)\s*$/s.exec(message)
  if (parse !== null) {
    const [, what = '', where = file, line = '', column = '0'] = parse
    return { because: `${what}, at ${where}:${line}:${Number(column) + 1}` }
  }
  const missing = /^(Cannot find (?:module|package) '[^']*')(?:\nRequire stack:\n- (.*)$)?/m.exec(message)
  if (missing !== null && missing[2] !== undefined)
    return { because: `${missing[1]} imported from ${missing[2]}` }
  // Node tells the place of a mistake in JavaScript only when it is the program it runs.
  if (name === 'SyntaxError' && !/does not provide an export|is a CommonJS module/.test(message))
    return { because: message, hint: `Find the place: node --check ${file}` }
  const thrownAt = stack.split('\n').find((line) => line.includes(file))
  const place = thrownAt === undefined ? undefined : /:(\d+):(\d+)\)?$/.exec(thrownAt)
  return place === undefined || place === null
    ? { because: message }
    : { because: message, hint: `See ${file}:${place[1]}:${place[2]}` }
}
