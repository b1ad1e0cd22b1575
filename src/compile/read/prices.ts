import type { Source, Statement, TableRow } from '../outline/outline.ts'

/** "If it is for a child, the copy is free; otherwise it costs 5 euros a page.": not what is done, but what it comes to. */
export function asPrices(statement: Statement): Statement {
  if (statement.says !== 'if' || statement.otherwise === null || statement.permits === true) return statement
  const price = priceIn(statement.then)
  const other = priceIn(statement.otherwise)
  if (price === null || other === null) return statement
  const { clause, text, at, condition } = statement
  const row = (conditions: TableRow['conditions'], as: string): TableRow => ({
    ...{ clause, text, at },
    cells: ['', as],
    conditions,
    then: [{ clause, text, at, says: 'do', deed: { does: 'take', object: '', as } }],
  })
  const rows = [row([condition], price), row([null], other)]
  return { clause, text, at, says: 'table', columns: ['', ''], rows }
}

const FREE = /^.{1,60}? (?:is|are|will be) (?:free|for free|free of charge)$/i
const COSTS =
  /^.{1,60}? (?:is|are|costs?|pays?|will be) (\d[\d.,]* (?:euros?|pounds?|dollars?)(?: (?:an?|per|each) [a-z]+)?)$/i
const NONE = /^(?:there is |they pay |we take )?(no (?:fee|charge|cost|fine|price))$/i

function priceIn(statements: readonly Source[]): string | null {
  const [only, ...more] = statements
  if (only === undefined || more.length > 0) return null
  if (FREE.test(only.text)) return 'free of charge'
  return COSTS.exec(only.text)?.[1] ?? NONE.exec(only.text)?.[1] ?? null
}
