import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from './source-files.ts'

/** What the compiler says of files that are not there, as if they stood in our tree: `path: message`. */
export function typeErrors(planted: Readonly<Record<string, string>>): readonly string[] {
  const texts = new Map(Object.entries(planted).map(([path, text]) => [join(ROOT, path), text]))
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    ROOT,
  )
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  const program = ts.createProgram([...texts.keys()], options, {
    ...host,
    fileExists: (path) => texts.has(path) || fileExists(path),
    readFile: (path) => texts.get(path) ?? readFile(path),
    getSourceFile: (path, language, ...rest) => {
      const text = texts.get(path)
      return text === undefined
        ? getSourceFile(path, language, ...rest)
        : ts.createSourceFile(path, text, language)
    },
  })
  return [...texts.keys()].flatMap((path) => {
    const source = program.getSourceFile(path)
    return ts
      .getPreEmitDiagnostics(program, source)
      .map(
        ({ messageText }) =>
          `${path.slice(ROOT.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      )
  })
}
