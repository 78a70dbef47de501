import { formatNumber } from './format.ts'
import type { Report, ReportPlan } from './report-plan.ts'

/** The differences of one report, as lines for people. */
export interface ReportChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly lines: readonly string[]
}

/** Lists what changes for users and administrators from some reports to others; reports are matched by their id. */
export function compareReports(before: readonly Report[], after: readonly Report[]): ReportChange[] {
  const changed = after.flatMap((report): ReportChange[] => {
    const heading = `${report.menu.label} (${report.id})`
    const old = before.find(({ id }) => id === report.id)
    if (old === undefined) return [{ kind: 'added', lines: [`${heading} is a new report.`] }]
    const lines = [...compareFacts(old, report, ['plans', 'variants']), ...compareScreens(old, report)]
    return lines.length === 0 ? [] : [{ kind: 'changed', lines: [heading, ...lines.map(indent)] }]
  })
  const removed = before
    .filter(({ id }) => !after.some((report) => report.id === id))
    .map(({ id, menu }): ReportChange => ({ kind: 'removed', lines: [`${menu.label} (${id}) is removed.`] }))
  return [...changed, ...removed]
}

const indent = (line: string): string => `  ${line}`

/** Compares screens. A change of every screen is listed once, any other below its screen. */
function compareScreens(before: Report, after: Report): string[] {
  const common = after.plans.flatMap((plan) => {
    const old = before.plans.find(({ key }) => key === plan.key)
    return old === undefined ? [] : [{ plan, sentences: comparePlans(old, plan) }]
  })
  const [first, ...others] = common
  const shared = (first?.sentences ?? []).filter((sentence) =>
    others.every(({ sentences }) => sentences.includes(sentence)),
  )
  const own = common.flatMap(({ plan, sentences }) => {
    const rest = sentences.filter((sentence) => !shared.includes(sentence))
    return rest.length === 0 ? [] : [`On the screen '${plan.key}':`, ...rest.map(indent)]
  })
  const list = (plans: readonly ReportPlan[], others: readonly ReportPlan[], what: string) =>
    plans
      .filter(({ key }) => !others.some((plan) => plan.key === key))
      .map(({ key }) => `The screen '${key}' is ${what}.`)
  return [
    ...(shared.length > 0 && common.length > 1 ? ['On every screen:', ...shared.map(indent)] : shared),
    ...own,
    ...list(after.plans, before.plans, 'new'),
    ...list(before.plans, after.plans, 'removed'),
  ]
}

function comparePlans(before: ReportPlan, after: ReportPlan): string[] {
  return [
    ...compareFacts(before, after, ['key', 'reportId', 'tab', 'variant', 'selectors', 'columns']),
    ...compareLists('selector', before.selectors, after.selectors, ({ name }) => name),
    ...compareLists('column', before.columns.map(showFormat), after.columns.map(showFormat), ({ id }) => id),
  ]
}

/** Replaces the number format of a column by an example, and what is compiled by its expression. */
const showFormat = ({ words, ...column }: ReportPlan['columns'][number]) => ({
  ...column,
  expression: words,
  formula: null,
  records: null,
  format: formatNumber(column.format?.options.style === 'percent' ? 0.123456789 : 1234.56789, column.format),
})

/** Compares selectors or columns, which are matched by their name or id. */
function compareLists<T extends { readonly label: string }>(
  kind: 'selector' | 'column',
  before: readonly T[],
  after: readonly T[],
  getId: (item: T) => string,
): string[] {
  const describe = (item: T) => `${kind} '${item.label || getId(item)}' (${getId(item)})`
  const find = (list: readonly T[], item: T) => list.find((other) => getId(other) === getId(item))
  const removed = before.filter((item) => find(after, item) === undefined)
  const changes = after.flatMap((item) => {
    const old = find(before, item)
    if (old === undefined) return [`The ${describe(item)} is new, at position ${after.indexOf(item) + 1}.`]
    return compareFacts(old, item, ['id', 'name'], ` of the ${describe(old)}`)
  })
  const order = before.filter((item) => !removed.includes(item)).map(getId)
  const isMoved = after
    .filter((item) => find(before, item))
    .some((item, index) => getId(item) !== order[index])
  const names = after.map((item) => `'${item.label || getId(item)}'`).join(', ')
  return [
    ...removed.map((item) => `The ${describe(item)} is removed.`),
    ...changes,
    ...(isMoved ? [`The order of the ${kind}s is now ${names}.`] : []),
  ]
}

/** Returns a sentence for each value that differs, by its path such as `table.title`: new value, then old value. */
function compareFacts(before: object, after: object, without: readonly string[], subject = ''): string[] {
  const [old, now] = [before, after].map((value) => new Map(listFacts(value, without)))
  return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((path) => {
    const [was, is] = [old?.get(path) ?? NOTHING, now?.get(path) ?? NOTHING]
    return was === is ? [] : [`\`${path}\`${subject} is ${is} instead of ${was}.`]
  })
}

const listFacts = (
  value: object,
  without: readonly string[],
  prefix = '',
): (readonly [path: string, text: string])[] =>
  Object.entries(value).flatMap(([key, entry]: [string, unknown]) => {
    if (without.includes(prefix + key)) return []
    return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? listFacts(entry, without, `${prefix}${key}.`)
      : [[prefix + key, formatValue(entry)] as const]
  })

const NOTHING = 'nothing'

function formatValue(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return NOTHING
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return value.map(formatEntry).join(', ')
  return JSON.stringify(value)
}

function formatEntry(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return formatValue(entry)
  const { value, label, ...others } = entry as Readonly<Record<string, unknown>>
  const isOption = typeof value === 'string' && typeof label === 'string' && Object.keys(others).length === 0
  return isOption ? `'${label}'${label === value ? '' : ` (${value})`}` : JSON.stringify(entry)
}
