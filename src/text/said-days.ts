/** A day as people say it: 19 March 1957, 19 de marzo de 1957. */
export function sayDate(iso: string, language: string): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  const name = (MONTHS[language] ?? MONTHS_EN)[Number(month) - 1]
  if (name === undefined) return iso
  const number = String(Number(day))
  if (language === 'es') return `${number} de ${name} de ${year}`
  return `${number} ${name} ${year}`
}

const MONTHS_EN =
  'January February March April May June July August September October November December'.split(' ')

const MONTHS: Readonly<Record<string, readonly string[]>> = {
  en: MONTHS_EN,
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
}

/** The same text with its days written as in a record: "on 19 March 1957" becomes "on 1957-03-19". */
export const withIsoDays = (text: string): string =>
  text.replace(SAID_DAY, (said, day: string, month: string, year: string) => {
    const number = NUMBERS.get(month.toLowerCase())
    return number === undefined ? said : `${year}-${number}-${day.padStart(2, '0')}`
  })

const SAID_DAY = /\b(\d{1,2}) (?:de )?(\p{L}+) (?:de )?(\d{4})\b/gu

const NUMBERS: ReadonlyMap<string, string> = new Map(
  Object.values(MONTHS).flatMap((names) =>
    names.map((name, at) => [name.toLowerCase(), String(at + 1).padStart(2, '0')] as const),
  ),
)
