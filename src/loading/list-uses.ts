import { type DefinitionKind, type DefinitionText, getTextPath } from '../../schemas/api/definitions.ts'
import { canServe } from '../dataset/routes.ts'
import { getOrAdd } from '../query/get-or-add.ts'

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
const screenKinds: readonly DefinitionKind[] = ['reports', 'dashboards']

/** Lists for each file, by its path, the files that it names or calls. A file with an error in its JSON names none. */
export function listNamed(texts: readonly DefinitionText[]): ReadonlyMap<string, readonly string[]> {
  const paths = new Set(texts.map(getTextPath))
  const served = texts
    .filter(({ kind }) => kind === 'datasets')
    .flatMap((file) =>
      listTexts(file).flatMap(({ text }) => (text.startsWith('/') ? { path: getTextPath(file), text } : [])),
    )
  return new Map(
    texts.map((file) => {
      const filePath = getTextPath(file)
      const named = listTexts(file).flatMap(({ key, text }) => {
        if (key === 'url') return served.filter((call) => canServe(call.text, text)).map(({ path }) => path)
        // What a schedule sends is named by its id alone.
        const kinds = file.kind === 'schedules' && key === 'id' ? screenKinds : [references[key] ?? []].flat()
        return kinds.map((kind) => getTextPath({ kind, name: text })).filter((path) => path !== filePath)
      })
      return [filePath, [...new Set(named)].filter((path) => paths.has(path)).toSorted()]
    }),
  )
}

/** Lists a path and all that it names, through others too. */
export function listReached(named: ReturnType<typeof listNamed>, path: string): ReadonlySet<string> {
  const needed = new Set([path])
  for (const file of needed) for (const next of named.get(file) ?? []) needed.add(next)
  return needed
}

/** Selects a file and the files that it needs; on demand those that use it with what they need, too. */
export function selectNeeded(
  texts: readonly DefinitionText[],
  path: string,
  hasUsers = false,
): readonly DefinitionText[] {
  const named = listNamed(texts)
  const reached = (hasUsers ? [...named.keys()] : [path]).map((file) => listReached(named, file))
  const paths = new Set(reached.flatMap((needed) => (needed.has(path) ? [...needed] : [])))
  return texts.filter((file) => paths.has(getTextPath(file)))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

interface KeyedText {
  readonly key: string
  readonly text: string
}

const listedTexts = new WeakMap<DefinitionText, readonly KeyedText[]>()

/** Lists the texts of a file with the keys that lead to them. A file stays the same object until it changes. */
const listTexts = (file: DefinitionText): readonly KeyedText[] =>
  getOrAdd(listedTexts, file, () => [...walkTexts(parse(file.text))])

function* walkTexts(value: unknown, key = ''): Iterable<KeyedText> {
  if (typeof value === 'string') yield { key, text: value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) yield* walkTexts(part, Array.isArray(value) ? key : name)
}

/** Lists what a report shows of the language: keys with the part that has them, and functions. */
export function listShown(text: string): ReadonlySet<string> {
  const uses = new Set<string>()
  for (const [part, value] of Object.entries(parse(text) ?? {})) {
    const keys = [value]
      .flat()
      .flatMap((entry: unknown) => (typeof entry === 'object' && entry !== null ? Object.keys(entry) : []))
    for (const key of keys) uses.add(`${part}.${key}`)
    if (keys.length === 0 && !Array.isArray(value)) uses.add(part)
  }
  for (const [, name] of text.matchAll(/\b([A-Za-z]+)\((?=[\w()])/g)) uses.add(`${name}()`)
  return uses
}
