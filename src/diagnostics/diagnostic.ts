import type { RuleId } from './rule-catalogue.ts'

export type Path = readonly (string | number)[]

/** A violation of a rule within a definition: the path, the rule, and what is allowed. */
export interface Issue {
  readonly path: Path
  readonly rule: RuleId
  readonly message: string
  /** Whether the key at the path is wrong, and not its value. */
  readonly isKey?: boolean
  /** The index in the text at the path, if only a part of it is wrong. */
  readonly index?: number | undefined
}

/** A violation of a rule by the definition with an id, of a report or of anything else. */
export interface Diagnostic extends Issue {
  readonly report: string
}

export type Reporter = (diagnostic: Diagnostic) => void

/** A place in a report definition, where a check reports what is wrong; with `use` this may be another report. */
export interface Place extends Pick<Diagnostic, 'report' | 'path'> {
  readonly at: (...path: Path) => Place
  /** `index` is that in the text at the place, if only a part of it is wrong. */
  readonly error: (rule: RuleId, message: string, index?: number) => void
}

export const createPlace = (report: string, path: Path, onDiagnostic: Reporter): Place => ({
  report,
  path,
  at: (...more) => createPlace(report, [...path, ...more], onDiagnostic),
  error: (rule, message, index) =>
    onDiagnostic({ report, path, rule, message, index, isKey: rule === 'schema-key' }),
})

/** Lists the indices of values that are there before. */
export const listRepeated = (values: readonly unknown[]): number[] =>
  values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []))

/** Formats a path: `columns[3].field` for `['columns', 3, 'field']`. */
export function formatPath(path: Path): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  )
}

/** Returns the other name most like `name`, by edit distance, or null if none is similar: at least one letter stays. */
export function findClosestMatch(name: string, known: Iterable<string>): string | null {
  let best: string | null = null
  let least = Math.min(Math.max(2, Math.ceil(name.length / 3)) + 1, Math.max(name.length, 2))
  for (const candidate of known) {
    if (candidate === name) continue
    const [written, other] = [name.toLowerCase(), candidate.toLowerCase()]
    const isShort = written.length >= 3 && (other.startsWith(written) || other.endsWith(`.${written}`))
    const distance = isShort ? 1 : computeEditDistance(written, other)
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

/** Returns the least number of characters to insert, remove, replace or swap with the next. */
export function computeEditDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity
      current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution, swap))
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}

/** Returns a sentence on what is allowed: `; known are a, b; did you mean 'b'?` */
export function suggest(name: string, known: Iterable<string>): string {
  const names = [...known]
  const near = findClosestMatch(name, names)
  const list = names.length > 0 ? `; known are ${names.join(', ')}` : ''
  return list + suggestMeant(near)
}

export const suggestMeant = (name: string | null): string =>
  name === null ? '' : `; did you mean '${name}'?`

/** Says that a name is none of those that are there. */
export const describeUnknown = (noun: string, name: string, known: Iterable<string>): string =>
  `no ${noun} '${name}'${suggest(name, known)}`

/** Says that no column has an id; authors write the label of one instead. */
export function describeNoColumn(
  id: string,
  columns: readonly { readonly id: string; readonly label: string }[],
  known: readonly string[],
): string {
  const labelled = columns.find((column) => column.label === id && known.includes(column.id))
  if (labelled === undefined) return describeUnknown('column', id, known)
  return `no column '${id}'; it is the label of '${labelled.id}'`
}

export type ReportAt = (path: Path, rule: RuleId, message: string, index?: number) => void

/** Says that a name is none of the known ones. */
export const describeForeign = (name: string, what: string, known: readonly string[]): string =>
  `'${name}' is not ${what}${suggest(name, known)}`

export interface LocatedDiagnostic {
  readonly file: string
  /** Line and column start at 1. */
  readonly line: number
  readonly column: number
  readonly path: Path
  readonly rule: RuleId
  readonly message: string
}

/** Formats a diagnostic: `reports/x.json:41:16 columns[3].field: what was found, what is allowed [rule]`. */
export function formatDiagnostic({ file, line, column, path, message, rule }: LocatedDiagnostic): string {
  const at = formatPath(path)
  return `${file}:${line}:${column}${at === '' ? '' : ` ${at}`}: ${message} [${rule}]`
}

export function sortDiagnostics(diagnostics: readonly LocatedDiagnostic[]): LocatedDiagnostic[] {
  return diagnostics.toSorted(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column,
  )
}

const MAX_DIAGNOSTICS = 100

/** Returns the first hundred errors of a file; the last one says how many more there are. */
export function limitDiagnostics<T extends { readonly message: string }>(diagnostics: readonly T[]): T[] {
  const limited = diagnostics.slice(0, MAX_DIAGNOSTICS)
  const [last, more] = [limited.at(-1), diagnostics.length - limited.length]
  if (last === undefined || more === 0) return limited
  return [...limited.slice(0, -1), { ...last, message: `${last.message} (and ${more} more errors)` }]
}
