import { type ReportResponse, type FieldMap, parseNumber } from './response.ts'
import type { ColumnPlan, ReportPlan, SumOf } from './plan.ts'
import { renderTemplate } from './template.ts'

/** A column once the answer is known: groups are spread out, sums refer to places. */
export interface ResolvedColumn {
  /** The column or group of the plan it comes from. */
  readonly from: string
  readonly label: string
  readonly role: 'series' | 'total'
  readonly color: string | null
  /** Names of the field that is read; none for a column that is only a sum. */
  readonly fields: readonly string[]
  /** Places of the columns that are summed where the field is absent; null where nothing is. */
  readonly sum: readonly number[] | null
}

/** Spreads the groups of a plan over what the answer holds. `warn` hears what was left out. */
export function resolveColumns(
  plan: ReportPlan,
  answer: ReportResponse,
  warn: (text: string) => void,
): ResolvedColumn[] {
  const fixed = fixedFields(plan)
  const spread = plan.columns.flatMap((column) => expand(column, fixed, answer, warn))
  const labels = uniqueLabels(spread.map(({ label }) => label))
  return spread.map((column, index) => ({
    ...column,
    label: labels[index] ?? column.label,
    sum: column.sum && places(column.sum, spread),
  }))
}

interface Spread extends Omit<ResolvedColumn, 'sum'> {
  readonly sum: SumOf | null
}

function expand(
  column: ColumnPlan,
  fixed: ReadonlySet<string>,
  answer: ReportResponse,
  warn: (text: string) => void,
): Spread[] {
  const { id: from, role } = column
  const field = (name: string, label: string): Spread => ({
    from,
    role,
    label,
    color: null,
    fields: [name],
    sum: null,
  })
  switch (column.kind) {
    case 'field':
      return [
        { from, role, label: column.label, color: column.color, fields: column.fields, sum: column.sum },
      ]
    case 'sum':
      return [{ from, role, label: column.label, color: column.color, fields: [], sum: column.sum }]
    case 'list':
      return listedFields(column.list, fixed, answer, warn).map((name) =>
        field(name, renderTemplate(column.label, new Map([['name', name]])).trim() || '(no name)'),
      )
    case 'pattern':
      return matchingFields(column.pattern, answer.records[0]).map(({ name, parts }) =>
        field(name, fillLabels(column.label, parts, column.labels)),
      )
  }
}

/** Fields that a group never takes: the key's, those of single columns, and the ignored ones. */
function fixedFields(plan: ReportPlan): ReadonlySet<string> {
  const single = plan.columns.flatMap((column) => (column.kind === 'field' ? column.fields : []))
  return new Set([...plan.rows.key.fields, ...single, ...plan.data.ignoreFields])
}

/** The entries of a list in their order, then every further numeric field that the records hold. */
function listedFields(
  list: string,
  fixed: ReadonlySet<string>,
  answer: ReportResponse,
  warn: (text: string) => void,
): string[] {
  const names = new Set<string>()
  for (const name of answer.lists.get(list) ?? []) {
    if (fixed.has(name)) warn(`${list}: '${name}' is a field of its own and was left out`)
    else names.add(name)
  }
  for (const record of answer.records) {
    for (const [name, value] of record) {
      if (!fixed.has(name) && typeof parseNumber(value) === 'number') names.add(name)
    }
  }
  return [...names]
}

interface Match {
  readonly name: string
  readonly parts: ReadonlyMap<string, string>
}

function matchingFields(form: string, record: FieldMap | undefined): Match[] {
  const tokens = form.split(/(\{[a-z]+\})/).filter((token) => token !== '')
  return [...(record?.keys() ?? [])].flatMap((name) => {
    const parts = matchPattern(tokens, name)
    return parts === null ? [] : [{ name, parts }]
  })
}

/** The named parts of a name that has a form. Each named part runs to the next fixed part and is not empty. */
export function matchPattern(tokens: readonly string[], name: string): ReadonlyMap<string, string> | null {
  const parts = new Map<string, string>()
  let at = 0
  for (const [index, token] of tokens.entries()) {
    if (!token.startsWith('{')) {
      if (!name.startsWith(token, at)) return null
      at += token.length
      continue
    }
    const next = tokens[index + 1]
    const end = next === undefined ? name.length : name.indexOf(next, at + 1)
    if (end <= at) return null
    parts.set(token.slice(1, -1), name.slice(at, end))
    at = end
  }
  return at === name.length ? parts : null
}

/** The label of a name: its parts in the words that a report has for them. */
export function fillLabels(
  label: string,
  parts: ReadonlyMap<string, string>,
  words: Readonly<Record<string, string>>,
): string {
  const written = new Map([...parts].filter(([, part]) => Object.hasOwn(words, part)))
  const own = new Map([...written].map(([name, part]) => [name, words[part] ?? part]))
  const bare = label.replaceAll(/\{([a-z]+):[a-z0-9]+\}/g, (whole: string, name: string) =>
    own.has(name) ? `{${name}}` : whole,
  )
  return renderTemplate(bare, new Map([...parts, ...own]))
}

function places(sum: SumOf, columns: readonly Spread[]): number[] {
  return columns.flatMap((column, index) =>
    (sum === 'series' ? column.role === 'series' : sum.includes(column.from)) ? [index] : [],
  )
}

/** Equal labels are told apart by a number, since labels name toggles and legend entries. */
function uniqueLabels(labels: readonly string[]): string[] {
  const taken = new Set<string>()
  return labels.map((label) => {
    let unique = label
    for (let count = 2; taken.has(unique); count++) unique = `${label} (${count})`
    taken.add(unique)
    return unique
  })
}
