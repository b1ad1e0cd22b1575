/** Columns padded to their widest cell; the first row is the head. A row of one cell is a heading and may run over columns. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const columns = rows[0]?.length ?? 0
  const full = rows.filter((row) => row.length > 1 || columns === 1)
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...full.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
