import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../architecture/source-files.ts'
import type { CodeBlock } from './code-blocks.ts'

/** What a reader has beside the block: the code that only they can write. */
const THEIRS: Readonly<Record<string, string>> = {
  'my-model.ts': 'export declare function myModel(...seen: readonly unknown[]): Promise<string>',
  'my-agent.ts': 'export declare function myAgent(...seen: readonly unknown[]): Promise<string>',
}
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  types: ['node'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  // As people get it, and smaller than our sources.
  paths: { 'sage-desk': [join(ROOT, 'dist/index.d.ts')] },
}

/** What the compiler says of blocks, all in one program, each as a file in the root of the project. */
export function typeProblems(blocks: readonly CodeBlock[]): readonly string[] {
  const files = new Map(
    Object.entries(THEIRS).map(([name, text]) => [join(ROOT, 'docs-blocks', name), text] as const),
  )
  const names = blocks.map(({ page, line, text }) => {
    const name = join(ROOT, 'docs-blocks', `${page.replaceAll(/\W/g, '-')}-${line}.ts`)
    files.set(name, text)
    return name
  })
  const host = ts.createCompilerHost(OPTIONS)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.directoryExists = () => true
  host.readFile = (name) => files.get(name) ?? readFile(name)
  host.getSourceFile = (name, version, ...rest) => {
    const text = files.get(name)
    return text === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version)
  }
  return ts
    .getPreEmitDiagnostics(ts.createProgram(names, OPTIONS, host))
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}
