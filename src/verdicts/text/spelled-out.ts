/**
 * The text of a result with its points in time as people say them: "2024-05-01T18:30:00" holds a day and a time of day,
 * "18:30:00" is 6:30 PM, and the number of `duration_min: 27` may be said with any unit of time.
 */
const UNITS = ['minutes', 'hours', 'days', 'weeks', 'months', 'years']
const SPANS_MAX = 200

export function spelledOut(text: string): string {
  const days = Array.from(text.matchAll(/\b(\d{4}-\d{2}-\d{2})T/g), ([, day]) => day)
  const times = new Set(Array.from(text.matchAll(/(?<!\d)(\d{2}):(\d{2})(?=:\d{2})/g), ([time]) => time))
  const numbers = Array.from(text.matchAll(/[:[,]\s?(\d{1,4})(?=\s?[,}\]])/g), ([, number]) => number)
  const spans = [...new Set(numbers)]
    .slice(0, SPANS_MAX)
    .flatMap((number) => UNITS.map((unit) => `${number} ${unit}`))
  return `${text} ${[...new Set(days), ...[...times].flatMap(inWords), ...spans].join(' ')}`
}

function inWords(time: string): readonly string[] {
  const [hour = 0, minute = ''] = [Number(time.slice(0, 2)), time.slice(3)]
  const [half, twelve] = [hour < 12 ? 'AM' : 'PM', hour % 12 === 0 ? 12 : hour % 12]
  return [String(twelve), String(twelve).padStart(2, '0')]
    .flatMap((said) => [
      `${said}:${minute} ${half}`,
      `${said}:${minute}${half}`,
      `${said}:${minute} ${half.toLowerCase()}`,
    ])
    .concat(time)
}
