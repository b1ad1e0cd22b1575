import { type Problem, problem } from '../base/files/problem.ts'
import { didYouMean, unknownName } from '../base/files/suggest.ts'
import type { PlaceOf } from '../base/files/yaml-file.ts'
import { compileExpression, type Expression, NO_EXPRESSION } from '../base/guards/expression.ts'
import type { JsonObject } from '../base/values/json.ts'
import type { CompileArguments } from './arguments.ts'
import type { EffectFile, ToolFile } from './tool-file.ts'
import type {
  ColumnType,
  Effect,
  FindRows,
  HandbookSection,
  Need,
  SpecialTool,
  Table,
  Template,
  Tool,
  Value,
} from './world.ts'

/** What a tool may name: the pack's tables, its handbook, its special functions. */
export type ToolSurroundings = {
  readonly tables: ReadonlyMap<string, Table>
  readonly handbook: readonly HandbookSection[]
  readonly special: Readonly<Record<string, SpecialTool>>
  readonly compileArguments: CompileArguments
  readonly placeOf: PlaceOf
}

/** Compiles one tool of tools.yaml. Everything it names is looked up here, so that a call can rely on it. */
export function compileTool(
  name: string,
  file: ToolFile,
  around: ToolSurroundings,
): { readonly tool: Tool; readonly problems: readonly Problem[] } {
  const desk = new CompileBench(name, file, around)
  const parameters = parametersOf(file)
  const checked = around.compileArguments(parameters)
  if ('fault' in checked)
    desk.complain(['parameters'], 'wrong-schema', checked.fault, 'Parameters are JSON Schema.')
  for (const optional of file.optional) {
    if (!Object.hasOwn(file.parameters, optional))
      desk.complain(['optional'], ...unknownName('parameter', optional, Object.keys(file.parameters)))
  }
  const finds = Object.entries(file.finds).map(([as, find]) => desk.find(as, find))
  const needs = Object.entries(file.needs).map(([as, need]) => desk.need(as, need))
  desk.roles()
  const effects = file.effects.flatMap((effect, index) => desk.effect(effect, index))
  const returns = desk.values(['returns'], file.returns, null)
  const written = effects.flatMap((effect) => (effect.kind === 'delete' ? [] : effect.values))
  const tool: Tool = {
    name,
    description: file.description,
    parameters,
    role: file.role,
    movesMoney: file.moves_money,
    confirms: file.confirms ?? file.role === 'write',
    finds,
    works: {
      validate: 'check' in checked ? checked.check : () => [],
      notFound: desk.template(['not_found'], file.not_found ?? 'Nothing was found.'),
      needs,
      refuses: file.refuses.map((refusal, index) => ({
        when: desk.expression(['refuses', index, 'when'], refusal.when),
        error: refusal.error,
        message: desk.template(['refuses', index, 'message'], refusal.message),
      })),
      effects,
      returns,
      takesReceipt: [...written, ...returns].some(({ of }) => of.takesReceipt),
      amount: file.amount === undefined ? null : desk.expression(['amount'], file.amount),
      searches: file.searches === undefined ? null : around.handbook,
      special: desk.special(),
      noise: {
        unavailable: file.noise?.unavailable ?? 0,
        slowMs: file.noise?.slow_ms ?? 0,
      },
    },
  }
  return { tool, problems: desk.problems }
}

/** The JSON Schema agents see and arguments are held to: all required unless optional, nothing beside. */
function parametersOf(file: ToolFile): JsonObject {
  const required = Object.keys(file.parameters).filter((parameter) => !file.optional.includes(parameter))
  return {
    type: 'object',
    properties: file.parameters,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

type Path = readonly (string | number)[]

/** Collects what is wrong with one tool while its parts are put together. */
class CompileBench {
  readonly problems: Problem[] = []
  readonly #name: string
  readonly #file: ToolFile
  readonly #around: ToolSurroundings
  /** rows bound so far, and whether an output shows them: as -> table */
  readonly #rows = new Map<string, { readonly table: Table; readonly columns: readonly string[] | null }>()

  constructor(name: string, file: ToolFile, around: ToolSurroundings) {
    this.#name = name
    this.#file = file
    this.#around = around
  }

  complain(path: Path, code: string, message: string, hint?: string): void {
    this.problems.push(
      problem(this.#around.placeOf([this.#name, ...path]), code, `${this.#name}: ${message}`, hint),
    )
  }

  find(as: string, file: ToolFile['finds'][string]): FindRows {
    const path: Path = ['finds', as]
    const table = this.#table([...path, 'from'], file.from)
    const column = file.on ?? table?.key ?? ''
    if (table !== undefined) {
      if (file.on !== undefined) this.#column([...path, 'on'], table, file.on)
      for (const shown of file.columns ?? []) this.#column([...path, 'columns'], table, shown)
    }
    this.#reference([...path, 'by'], file.by, 'shown')
    this.#bind(path, as, { table, columns: file.columns ?? null })
    return {
      as,
      table: file.from,
      column,
      by: file.by,
      many: file.many ?? false,
      columns: file.columns ?? [],
      page: this.#page(path, file),
    }
  }

  #page(path: Path, file: ToolFile['finds'][string]): FindRows['page'] {
    const { page, page_size: size, many } = file
    if (page === undefined && size === undefined) return null
    if (page === undefined || size === undefined || many !== true) {
      this.complain(
        path,
        'page',
        '`page` (a parameter), `page_size` and `many: true` go together',
        'Add what is missing.',
      )
      return null
    }
    this.#reference([...path, 'page'], page, 'any')
    return { by: page, size }
  }

  need(as: string, file: ToolFile['needs'][string]): Need {
    const path: Path = ['needs', as]
    const table = this.#table([...path, 'from'], file.from)
    if (table !== undefined && file.on !== undefined) this.#column([...path, 'on'], table, file.on)
    this.#reference([...path, 'by'], file.by, 'any')
    const where = Object.entries(file.where ?? {}).map(([column, by]) => {
      if (table !== undefined) this.#column([...path, 'where', column], table, column)
      this.#reference([...path, 'where', column], by, 'any')
      return { column, by }
    })
    this.#bind(path, as, { table, columns: null })
    const missing = this.template([...path, 'missing'], file.missing ?? `There is no such ${as}.`)
    return { as, table: file.from, column: file.on ?? table?.key ?? '', by: file.by, where, missing }
  }

  /** What goes with which role; a money-moving tool says how much. */
  roles(): void {
    const { role, effects, searches, special, moves_money, amount, parameters } = this.#file
    if (role === 'read' && effects.length > 0)
      this.complain(
        ['effects'],
        'role',
        'a read tool cannot have effects',
        'Make it `role: write`, or drop the effects.',
      )
    if (role === 'write' && effects.length === 0 && special === undefined)
      this.complain(
        ['role'],
        'role',
        'a write tool without effects leaves no trace',
        'Add `effects`: insert, update or delete a row.',
      )
    if (searches !== undefined && role !== 'read')
      this.complain(['searches'], 'role', 'only a read tool searches')
    if (moves_money && amount === undefined)
      this.complain(
        ['moves_money'],
        'no-amount',
        'moves money but has no amount',
        'Add `amount`, e.g. "order.total".',
      )
    if (!moves_money && amount !== undefined)
      this.complain(
        ['amount'],
        'no-amount',
        'has an amount but does not move money',
        'Add `moves_money: true`.',
      )
    if (role === 'handover') {
      for (const wanted of ['reason', 'note']) {
        if (!Object.hasOwn(parameters, wanted))
          this.complain(
            ['parameters'],
            'handover-parameters',
            `a handover needs a parameter "${wanted}"`,
            'The note has a verdict of its own; add it as text.',
          )
      }
    }
  }

  effect(file: EffectFile, index: number): readonly Effect[] {
    const path: Path = ['effects', index]
    const kinds = (['insert', 'update', 'delete'] as const).filter((kind) => file[kind] !== undefined)
    const kind = kinds[0]
    if (kind === undefined || kinds.length > 1) {
      this.complain(
        path,
        'effect-kind',
        'an effect is one of insert, update, delete',
        'Write `insert: table`, `update: table` or `delete: table`.',
      )
      return []
    }
    const table = this.#table([...path, kind], file[kind] ?? '')
    const when = file.when === undefined ? null : this.expression([...path, 'when'], file.when)
    if (table === undefined) return []
    const base = { table: table.name, when }
    if (kind === 'insert') return [{ ...base, kind, values: this.#inserted(path, table, file) }]
    const row = this.#rowToChange(path, table, file)
    if (row === null) return []
    if (kind === 'delete') return [{ ...base, kind, row }]
    const values = this.values([...path, 'set'], file.set ?? {}, table)
    if (values.length === 0)
      this.complain(
        path,
        'effect-empty',
        `the update of ${table.name} sets nothing`,
        'Add `set: { column: expression }`.',
      )
    if (values.some((value) => value.name === table.key))
      this.complain(
        [...path, 'set', table.key],
        'effect-key',
        `${table.key} is the key of ${table.name} and cannot change`,
        'Delete the row and insert another.',
      )
    return [{ ...base, kind, row, values }]
  }

  #inserted(path: Path, table: Table, file: EffectFile): readonly Value[] {
    const given = file.values ?? {}
    for (const column of table.columns.values()) {
      if (!column.optional && !Object.hasOwn(given, column.name))
        this.complain(
          path,
          'effect-missing',
          `a new row of ${table.name} needs ${column.name}`,
          `Add \`${column.name}\` to values.`,
        )
    }
    return this.values([...path, 'values'], given, table)
  }

  #rowToChange(path: Path, table: Table, file: EffectFile): string | null {
    const row = file.row ?? ''
    const bound = this.#rows.get(row)
    if (!Object.hasOwn(this.#file.needs, row)) {
      this.complain(
        [...path, 'row'],
        'unknown-row',
        `"${row}" is not a row of \`needs\``,
        didYouMean(row, Object.keys(this.#file.needs)),
      )
      return null
    }
    if (bound !== undefined && bound.table.name !== table.name)
      this.complain(
        [...path, 'row'],
        'unknown-row',
        `"${row}" is a row of ${bound.table.name}, not of ${table.name}`,
      )
    return row
  }

  /** Named expressions; with a table, the names are its columns and constants must fit them. */
  values(
    path: Path,
    given: Readonly<Record<string, string | number | boolean>>,
    table: Table | null,
  ): readonly Value[] {
    return Object.entries(given).map(([name, text]) => {
      const of = this.expression([...path, name], text)
      const column = table === null ? undefined : this.#column([...path, name], table, name)
      const type = this.#typeOf(of)
      if (column !== undefined && type !== null && !FITS[column.type].includes(type))
        this.complain(
          [...path, name],
          'effect-type',
          `${name} is a ${column.type}, the expression gives a ${type}`,
        )
      return { name, of }
    })
  }

  expression(path: Path, text: string | number | boolean): Expression {
    const reading = compileExpression(String(text))
    if (reading.expression === null) {
      const { message, column, hint } = reading.fault
      const at = this.#around.placeOf([this.#name, ...path])
      this.problems.push(
        problem({ ...at, column: at.column + column - 1 }, 'expression', `${this.#name}: ${message}`, hint),
      )
      return NO_EXPRESSION
    }
    for (const { root, member } of reading.expression.reads) this.#variable(path, root, member)
    return reading.expression
  }

  template(path: Path, text: string): Template {
    const names = [...new Set([...text.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? ''))]
    for (const name of names) {
      const [root = '', member = null] = name.split('.')
      this.#variable(path, root, member)
    }
    return { text, names }
  }

  special(): SpecialTool | null {
    const { special } = this.#file
    if (special === undefined) return null
    const known = Object.hasOwn(this.#around.special, special) ? this.#around.special[special] : undefined
    if (known === undefined)
      this.complain(
        ['special'],
        'no-special',
        `there is no function "${special}"`,
        didYouMean(special, Object.keys(this.#around.special)),
      )
    return known ?? null
  }

  #variable(path: Path, root: string, member: string | null): void {
    const row = this.#rows.get(root)
    if (row !== undefined) {
      if (member !== null) this.#column(path, row.table, member)
      return
    }
    if (root === 'today' || (Object.hasOwn(this.#file.parameters, root) && member === null)) return
    const known = ['today', ...this.#rows.keys(), ...Object.keys(this.#file.parameters)]
    this.complain(path, 'unknown-name', `"${root}" is neither an argument nor a row`, didYouMean(root, known))
  }

  /** `by`: an argument, or a column of a row bound before. What is shown must hang on what is shown (readsOf). */
  #reference(path: Path, by: string, on: 'shown' | 'any'): void {
    const [root = '', member] = by.split('.')
    if (member === undefined) {
      if (!Object.hasOwn(this.#file.parameters, root))
        this.complain(
          path,
          'unknown-name',
          `"${by}" is not a parameter`,
          didYouMean(by, Object.keys(this.#file.parameters)),
        )
      return
    }
    const row = this.#rows.get(root)
    if (row === undefined) {
      this.complain(
        path,
        'unknown-name',
        `"${root}" is not a row found before this one`,
        didYouMean(root, this.#rows.keys()),
      )
      return
    }
    this.#column(path, row.table, member)
    if (on === 'shown' && row.columns !== null && !row.columns.includes(member))
      this.complain(
        path,
        'hidden-column',
        `${by} is not among the columns shown of ${root}`,
        `Show ${member} too.`,
      )
  }

  #bind(
    path: Path,
    as: string,
    row: { readonly table: Table | undefined; readonly columns: readonly string[] | null },
  ): void {
    if (Object.hasOwn(this.#file.parameters, as) || this.#rows.has(as) || as === 'today')
      this.complain(
        path,
        'name-taken',
        `"${as}" is already a parameter or a row`,
        'Give the row another name.',
      )
    if (row.table !== undefined) this.#rows.set(as, { table: row.table, columns: row.columns })
  }

  #table(path: Path, name: string): Table | undefined {
    const table = this.#around.tables.get(name)
    if (table === undefined) this.complain(path, ...unknownName('table', name, this.#around.tables.keys()))
    return table
  }

  #column(path: Path, table: Table, name: string) {
    const column = table.columns.get(name)
    if (column === undefined)
      this.complain(
        path,
        'unknown-column',
        `${table.name} has no column "${name}"`,
        didYouMean(name, table.columns.keys()),
      )
    return column
  }

  /** The type of an expression that is just an argument, a column or a constant; null where it takes working out. */
  #typeOf({ text, reads }: Expression): Plain | null {
    const bare = text.trim()
    if (/^'[^']*'$|^"[^"]*"$/.test(bare)) return 'string'
    if (/^-?[0-9.]+$/.test(bare)) return 'number'
    if (bare === 'true' || bare === 'false') return 'boolean'
    const [only] = reads
    if (
      reads.length !== 1 ||
      only === undefined ||
      bare !== [only.root, only.member].filter(Boolean).join('.')
    )
      return null
    const type =
      only.member === null
        ? this.#file.parameters[only.root]?.type
        : this.#rows.get(only.root)?.table.columns.get(only.member)?.type
    return typeof type === 'string' ? (PLAIN[type] ?? null) : null
  }
}

type Plain = 'string' | 'number' | 'boolean'
const PLAIN: Readonly<Record<string, Plain>> = {
  string: 'string',
  date: 'string',
  enum: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
}
const FITS: Readonly<Record<ColumnType, readonly Plain[]>> = {
  string: ['string'],
  date: ['string'],
  enum: ['string'],
  number: ['number'],
  boolean: ['boolean'],
}
