import ts from 'typescript'

/** One thing a file does that its room must not do. */
export type Finding = { readonly line: number; readonly what: string }

const OUTSIDE: Readonly<Record<string, string>> = {
  performance: 'clock',
  setTimeout: 'clock',
  setInterval: 'clock',
  setImmediate: 'clock',
  crypto: 'chance',
  fetch: 'network',
  WebSocket: 'network',
  EventSource: 'network',
  XMLHttpRequest: 'network',
  console: 'console',
  process: 'process',
  globalThis: 'process',
  global: 'process',
  require: 'files',
}

/** Clock, chance, network, files, console and process in a file of a pure room. */
export function findImpure(text: string): readonly Finding[] {
  return scan(text, (node) => {
    if (ts.isNewExpression(node) && isName(node.expression, 'Date') && (node.arguments ?? []).length === 0)
      return 'clock: new Date()'
    if (ts.isCallExpression(node) && isName(node.expression, 'Date')) return 'clock: Date()'
    if (ts.isPropertyAccessExpression(node)) {
      if (isName(node.expression, 'Date') && node.name.text === 'now') return 'clock: Date.now'
      if (isName(node.expression, 'Math') && node.name.text === 'random') return 'chance: Math.random'
    }
    if (ts.isIdentifier(node) && isUse(node) && !isPlainUse(node))
      return `${node.text === 'Date' ? 'clock' : 'chance'}: ${node.text} under another name`
    if (ts.isMetaProperty(node)) return 'files: import.meta'
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return coreModule(node.moduleSpecifier)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      return 'files: import()'
    if (ts.isIdentifier(node) && isUse(node)) {
      const kind = Object.hasOwn(OUTSIDE, node.text) ? OUTSIDE[node.text] : undefined
      return kind === undefined ? undefined : `${kind}: ${node.text}`
    }
    return undefined
  })
}

/** What a module would remember from one call to the next, but for `memo` of src/base: two runs in a process would meet in it. */
export function findState(text: string): readonly Finding[] {
  const isMade = (node: ts.Node | undefined, ...names: readonly string[]): boolean =>
    node !== undefined && ts.isNewExpression(node) && names.some((name) => isName(node.expression, name))
  return scan(text, (node) => {
    if (isMade(node, 'WeakMap', 'WeakSet')) return 'state: a WeakMap outside memo'
    if (!ts.isVariableDeclarationList(node) || !ts.isSourceFile(node.parent.parent)) return undefined
    if ((node.flags & ts.NodeFlags.Const) === 0) return 'state: let of a module'
    // A table of constants is filled where it is made, or typed as one that nobody can fill.
    const isFilledLater = node.declarations.some(
      ({ initializer, type }) =>
        isMade(initializer, 'Map', 'Set') &&
        (initializer as ts.NewExpression).arguments?.length === 0 &&
        (type === undefined || /^(Map|Set)</.test(type.getText())),
    )
    return isFilledLater ? 'state: a Map of a module outside memo' : undefined
  })
}

/** `any`, bare errors, `!`, casts through unknown, and words of TypeScript that do not erase. */
export function findLoose(text: string): readonly Finding[] {
  return scan(text, (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) return 'any'
    if (ts.isNonNullExpression(node)) return 'non-null assertion'
    if (ts.isAsExpression(node) && ts.isAsExpression(node.expression)) return 'cast through another type'
    if (
      ts.isThrowStatement(node) &&
      ts.isNewExpression(node.expression) &&
      isName(node.expression.expression, 'Error')
    ) {
      return 'throw new Error'
    }
    if (ts.isExportDeclaration(node) && node.exportClause === undefined) return 'export *'
    if (ts.isExportAssignment(node)) return 'default export'
    if (isStatement(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
      return 'default export'
    return undefined
  })
}

/** Names and texts of a program, comments left out: where a pack's words would show. */
export function wordsOf(text: string): {
  readonly names: ReadonlySet<string>
  readonly texts: readonly string[]
} {
  const names = new Set<string>()
  const texts: string[] = []
  scan(text, (node) => {
    if (ts.isIdentifier(node)) names.add(node.text)
    if (ts.isStringLiteralLike(node)) texts.push(node.text)
    if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) texts.push(node.text)
    return undefined
  })
  return { names, texts }
}

function scan(text: string, find: (node: ts.Node) => string | undefined): readonly Finding[] {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true)
  const findings: Finding[] = []
  const visit = (node: ts.Node): void => {
    const what = find(node)
    if (what !== undefined)
      findings.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, what })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}

const isName = (node: ts.Node, name: string): boolean => ts.isIdentifier(node) && node.text === name

/** `Date` and `Math` only where what is done with them can be seen: `const { random } = Math` hides it. */
function isPlainUse(node: ts.Identifier): boolean {
  if (node.text !== 'Date' && node.text !== 'Math') return true
  const { parent } = node
  const typed = ts.isTypeReferenceNode(parent) || (ts.isBinaryExpression(parent) && parent.right === node)
  return (
    typed ||
    ts.isPropertyAccessExpression(parent) ||
    ts.isNewExpression(parent) ||
    ts.isCallExpression(parent)
  )
}

const isStatement = (node: ts.Node): node is ts.FunctionDeclaration | ts.ClassDeclaration =>
  ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)

function coreModule(specifier: ts.Expression | undefined): string | undefined {
  if (specifier === undefined || !ts.isStringLiteral(specifier)) return undefined
  return specifier.text.startsWith('node:') ? `files: ${specifier.text}` : undefined
}

/** A name that is read, not a member of something or a label in a type or an object. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  return !(
    ts.isPropertySignature(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isQualifiedName(parent) ||
    ts.isBindingElement(parent) ||
    ts.isParameter(parent) ||
    ts.isNamedTupleMember(parent)
  )
}
