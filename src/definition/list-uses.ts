import { type DefinitionKind, type DefinitionText, getTextPath } from '../../schemas/api/definitions.ts'

/** The kind of definition that the text of a key names. */
const references: Readonly<Record<string, DefinitionKind>> = {
  dataset: 'datasets',
  use: 'reports',
  report: 'reports',
  figure: 'reports',
  chart: 'reports',
  table: 'reports',
  dashboard: 'dashboards',
  calendar: 'calendars',
}

/** Lists for each file, by its path, the files that it names or calls. A file with an error in its JSON names none. */
export function listNamed(texts: readonly DefinitionText[]): ReadonlyMap<string, readonly string[]> {
  const parsed = texts.map((file) => ({ file, entries: [...listTexts(parse(file.text))] }))
  const served = parsed
    .filter(({ file }) => file.kind === 'datasets')
    .flatMap(({ file, entries }) =>
      entries.filter(({ text }) => text.startsWith('/')).map(({ text }) => ({ file, call: simplify(text) })),
    )
  return new Map(
    parsed.map(({ file, entries }) => {
      const named = entries.flatMap(({ key, text }) => {
        // What a schedule sends is named by its id alone.
        const isShown = file.kind === 'schedules' && key === 'id'
        const isNamed = (other: DefinitionText) =>
          other.name === text && (isShown ? isScreen(other) : other.kind === references[key])
        if (key === 'url') return served.filter(({ call }) => call === simplify(text)).map((one) => one.file)
        return texts.filter((other) => other !== file && isNamed(other))
      })
      return [getTextPath(file), [...new Set(named.map(getTextPath))].toSorted()]
    }),
  )
}

/** Lists the path of a file and those of the files that it needs, through others too. */
export const listNeeded = (texts: readonly DefinitionText[], path: string): ReadonlySet<string> =>
  listReached(listNamed(texts), path)

/** Lists a path and all that it names, through others too. */
export function listReached(named: ReturnType<typeof listNamed>, path: string): ReadonlySet<string> {
  const needed = new Set([path])
  for (const file of needed) for (const next of named.get(file) ?? []) needed.add(next)
  return needed
}

/** Selects all tables and calendars, a file, and the files that it needs. */
export function selectNeeded(texts: readonly DefinitionText[], path: string): readonly DefinitionText[] {
  const needed = listNeeded(texts, path)
  return texts.filter(
    (file) => file.kind === 'datasets' || file.kind === 'calendars' || needed.has(getTextPath(file)),
  )
}

const isScreen = ({ kind }: DefinitionText): boolean => kind === 'reports' || kind === 'dashboards'

/** Replaces placeholders, whose names a report can choose otherwise than its dataset. */
const simplify = (call: string): string =>
  call
    .replace(/\?.*$/, '')
    .split('/')
    .map((part) => (part.includes('{') ? '{}' : part))
    .join('/')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Lists the texts of a value with the keys that lead to them. */
function* listTexts(value: unknown, key = ''): Iterable<{ readonly key: string; readonly text: string }> {
  if (typeof value === 'string') yield { key, text: value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) yield* listTexts(part, Array.isArray(value) ? key : name)
}

/** Lists what a report shows of the language: keys with the part that has them, and functions. */
export function listShown(text: string): ReadonlySet<string> {
  const shown = new Set<string>()
  for (const [part, value] of Object.entries(parse(text) ?? {})) {
    const keys = [value]
      .flat()
      .flatMap((entry: unknown) => (typeof entry === 'object' && entry !== null ? Object.keys(entry) : []))
    for (const key of keys) shown.add(`${part}.${key}`)
    if (keys.length === 0 && !Array.isArray(value)) shown.add(part)
  }
  for (const [, name] of text.matchAll(/\b([A-Za-z]+)\((?=[\w()])/g)) shown.add(`${name}()`)
  return shown
}
