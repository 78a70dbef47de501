import { canServe } from '../../dataset/routes.ts'
import { getKeyKind, type KeyPlan } from '../../report/model/key-kinds.ts'
import type { ReportPlan } from '../../report/model/report-plan.ts'
import { splitPattern } from '../../report/model/name-pattern.ts'
import { listNamedFields } from '../../report/model/named-fields.ts'
import type { DraftScreen } from './draft-checks.ts'

/** The answers of another API as JSON, by the calls of a report. */
export type Answers = Readonly<Record<string, string>>

/** Returns true if no table of the portal answers the calls of a report, so that they go to another API. */
export const isForeign = ({ report, tables }: DraftScreen): boolean => report !== null && tables.length === 0

const letters = ['A', 'B', 'C'] as const
const MAX_ROWS = 31

/** Builds an answer to each call of a plan that it can show; `year` is the latest that is offered. */
export function buildExampleAnswers(plan: ReportPlan, year: number): Answers {
  const lists = plan.selectors.flatMap(({ kind, options }) => {
    if (!('url' in options)) return []
    const values = kind === 'year' ? [year, year - 1] : kind === 'month' ? [1, 2, 3] : letters
    const { url, recordsPath, value, label } = options
    const entries = values.map((entry) =>
      value === null ? entry : { [value]: entry, ...(label !== null && { [label]: `Choice ${entry}` }) },
    )
    return [[url, nest(recordsPath, entries)] as const]
  })
  const { url, recordsPath, listPaths } = plan.data
  const names = Object.values(listPaths).reduce<object>(
    (all, path) => ({ ...all, ...nest(path, letters) }),
    {},
  )
  const records = listKeys(plan.rows.key, year).map((key, row) => buildRecord(plan, key, row))
  return Object.fromEntries(
    [...lists, [url, { ...names, ...nest(recordsPath, records) }] as const].map(([call, body]) => [
      call,
      JSON.stringify({ success: true, ...body }, null, 2),
    ]),
  )
}

const nest = (path: readonly string[], value: unknown): object =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object

function listKeys(key: KeyPlan, year: number): readonly string[] {
  const days = { first: `${year}-01-01`, last: `${year}-12-31` }
  const all = getKeyKind(key).listAll({ year, days }, key)
  return all.length === 0 ? letters.map((letter) => `Name ${letter}`) : all.slice(0, MAX_ROWS)
}

function buildRecord({ rows, columns }: ReportPlan, key: string, row: number): object {
  const fields = columns.flatMap((column) => {
    if (column.kind === 'list') return letters
    if (column.kind !== 'pattern') return listNamedFields(column).flatMap(({ names }) => names.slice(0, 1))
    const tokens = splitPattern(column.pattern)
    return letters.map((letter) =>
      tokens.map((token) => (token.startsWith('{') ? letter.toLowerCase() : token)).join(''),
    )
  })
  const numbers = [...new Set(fields)].map(
    (name, index) => [name, (index + 1) * 100 + ((row * 7) % 30)] as const,
  )
  const names = rows.key.fields.slice(0, 1).map((name) => [name, key] as const)
  const second = (rows.dimension?.fields ?? []).slice(0, 1).map((name) => [name, letters[0]] as const)
  return Object.fromEntries([...names, ...second, ...numbers])
}

/** Finds the answer to a request by the call whose form it has. */
export function findAnswer(answers: Answers, path: string): string | undefined {
  // A call without placeholders is meant before one that has them.
  const calls = Object.keys(answers).toSorted((a, b) => a.split('{').length - b.split('{').length)
  return answers[calls.find((call) => canServe(call, path)) ?? '']
}
