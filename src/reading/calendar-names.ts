/** The languages whose names of months and weekdays are read. None of their names of months has two meanings. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']
/** The month of each name and of its beginnings; short names that are none come first. */
const months = new Map<string, number | null>([
  ['mrz', 3],
  ['mrt', 3],
])

/** Removes accents and capitals: `Février` becomes `fevrier`. */
const simplify = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The days of the week, from Sunday as 0, that a name or its first letters can mean: `di` is Tuesday or Sunday. */
const weekdays = new Map<string, Set<number>>()

for (const language of LANGUAGES) {
  const named = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  for (let day = 0; day < 7; day += 1) {
    const name = simplify(named.format(Date.UTC(2025, 0, 5 + day)))
    for (const start of [2, 3, 4, name.length].map((length) => name.slice(0, length)))
      weekdays.set(start, (weekdays.get(start) ?? new Set<number>()).add(day))
  }
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

/** Lists the days of the week that a name can mean, from Sunday as 0; undefined for another text. */
export const listWeekdays = (text: string): ReadonlySet<number> | undefined => weekdays.get(simplify(text))
