/** A run's id: its start to the second, readable and sortable, and a suffix that keeps runs of one second apart. */
export function runId(startedAt: number): string {
  const stamp = new Date(startedAt).toISOString().replace(/[-:]/g, '').slice(0, 15)
  return `${stamp}-${(startedAt % 1000).toString(36)}${process.pid.toString(36)}`.toLowerCase()
}
