/** One decimal where it tells something apart: 0.4 % is not 0 %, 99.5 % is not 100 %, and nothing rounds to either. */
export function percent(value: number): string {
  const hundred = Math.round(value * 1e8) / 1e6
  if (Number.isInteger(hundred)) return hundred.toFixed(0)
  if (Math.abs(hundred) < 0.05) return '<0.1'
  if (hundred > 99.94 && hundred < 100) return '>99.9'
  return hundred.toFixed(Math.abs(hundred) >= 10 && Math.round(hundred) !== 100 ? 0 : 1)
}
