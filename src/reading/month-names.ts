/** The languages whose names of months are read. None of their names has two meanings. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']
/** The month of each name and of its beginnings; short names that are none come first. */
const months = new Map<string, number | null>([
  ['mrz', 3],
  ['mrt', 3],
])

/** Removes accents and capitals: `Février` becomes `fevrier`. */
const simplify = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

for (const language of LANGUAGES) {
  const formatter = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  for (let month = 1; month <= 12; month += 1) {
    const name = simplify(formatter.format(Date.UTC(2025, month - 1)))
    for (const length of [3, 4, 5]) {
      const start = name.slice(0, length)
      // A beginning such as `jui` is that of two months.
      months.set(start, months.has(start) && months.get(start) !== month ? null : month)
    }
    months.set(name, month)
  }
}

/** Parses a name of a month, or its first letters, as 1 to 12; null for another text. */
export const parseMonthName = (text: string): number | null => months.get(simplify(text)) ?? null
