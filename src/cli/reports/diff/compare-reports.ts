import { formatNumber } from '../../../report/format.ts'
import type { Report, ReportPlan } from '../../../report/plan.ts'
import { pluralize } from '../folder.ts'
import { compareFacts, listFacts } from './facts.ts'

/** The differences of one report, as lines for people. */
export interface ReportChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly lines: readonly string[]
}

/** What changes for users and administrators from some reports to others; reports are matched by their id. */
export function compareReports(before: readonly Report[], after: readonly Report[]): ReportChange[] {
  const changed = after.flatMap((report): ReportChange[] => {
    const old = before.find(({ id }) => id === report.id)
    if (old === undefined) return [{ kind: 'added', lines: describeNew(report) }]
    const lines = [...compareEntries(old, report), ...compareScreens(old, report)]
    const heading = `${report.menu.label} (${report.id})`
    return lines.length === 0 ? [] : [{ kind: 'changed', lines: [heading, ...lines.map(indent)] }]
  })
  const removed = before
    .filter(({ id }) => !after.some((report) => report.id === id))
    .map((report): ReportChange => ({ kind: 'removed', lines: describeRemoved(report) }))
  return [...changed, ...removed]
}

const indent = (line: string): string => `  ${line}`

function describeNew(report: Report): string[] {
  const { id, path, menu, plans } = report
  return [
    `${menu.label} (${id}) is a new report.`,
    indent(
      `It is opened at ${path} and by the menu entry '${menu.label}', with the permission ${menu.permission}.`,
    ),
    ...plans.flatMap((plan) => describeNewScreen(report, plan)).map(indent),
  ]
}

function describeNewScreen(report: Report, plan: ReportPlan): string[] {
  const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')
  return [
    `The screen ${nameScreen(report, plan)} is new.`,
    ...[
      `Selectors: ${list(plan.selectors.map(({ label }) => label)) || 'none'}.`,
      `Columns: ${list(plan.columns.map(({ label, id }) => label || id))}.`,
      `Records: ${plan.data.url}`,
      plan.download === null
        ? 'It has no download.'
        : `Download: '${plan.download.fileName}' ${plan.download.url === null ? 'made in the browser' : `from ${plan.download.url}`}`,
    ].map(indent),
  ]
}

function describeRemoved({ id, path, menu, plans }: Report): string[] {
  return [
    `${menu.label} (${id}) is removed.`,
    indent(
      `The menu entry '${menu.label}', the address ${path} and ${pluralize(plans.length, 'screen')} are gone.`,
    ),
    indent(
      `Stored rights of the permission ${menu.permission} open nothing any more; npm run admin -- drop-rights ${menu.permission} removes them.`,
    ),
  ]
}

/** Compares what a report is outside of its screens: menu, permission and address. */
function compareEntries(before: Report, after: Report): string[] {
  const lines: string[] = []
  if (before.menu.label !== after.menu.label) {
    lines.push(`The menu entry is '${after.menu.label}' instead of '${before.menu.label}'.`)
  }
  if (before.menu.order !== after.menu.order) {
    lines.push(`The order in the menu is ${after.menu.order} instead of ${before.menu.order}.`)
  }
  if (before.menu.permission !== after.menu.permission) {
    lines.push(
      `The permission is ${after.menu.permission} instead of ${before.menu.permission}. Roles and users with the permission ${before.menu.permission} no longer open the report; grant them ${after.menu.permission}.`,
    )
  }
  if (before.path !== after.path) {
    lines.push(
      `The address is ${after.path} instead of ${before.path}. Saved links to ${before.path} no longer open it.`,
    )
  }
  const [old, now] = [before.tabs?.navigation, after.tabs?.navigation]
  if (old !== now && old !== undefined && now !== undefined) {
    lines.push(
      `Addresses name the tab by '${now}' instead of '${old}'. Saved links to a tab no longer open it.`,
    )
  }
  return lines
}

/** Compares screens. A change of every screen is listed once, any other below its screen. */
function compareScreens(before: Report, after: Report): string[] {
  const common = after.plans.flatMap((plan) => {
    const old = before.plans.find(({ key }) => key === plan.key)
    return old === undefined
      ? []
      : [{ plan, sentences: [...compareNames(before, after, plan), ...comparePlans(old, plan)] }]
  })
  const [first, ...others] = common
  const shared = (first?.sentences ?? []).filter((sentence) =>
    others.every(({ sentences }) => sentences.includes(sentence)),
  )
  const own = common.flatMap(({ plan, sentences }) => {
    const rest = sentences.filter((sentence) => !shared.includes(sentence))
    return rest.length === 0 ? [] : [`On the screen ${nameScreen(after, plan)}:`, ...rest.map(indent)]
  })
  const isIn = (report: Report, { key }: ReportPlan) => report.plans.some((plan) => plan.key === key)
  return [
    ...(shared.length > 0 && common.length > 1 ? ['On every screen:', ...shared.map(indent)] : shared),
    ...own,
    ...after.plans.filter((plan) => !isIn(before, plan)).flatMap((plan) => describeNewScreen(after, plan)),
    ...before.plans
      .filter((plan) => !isIn(after, plan))
      .map((plan) => `The screen ${nameScreen(before, plan)} is removed.`),
  ]
}

/** The labels of tab and variant; the title for a report of one screen. */
function nameScreen({ tabs, variants }: Report, plan: ReportPlan): string {
  const tab = tabs?.items.find(({ id }) => id === plan.tab)?.label
  const variant = variants.find(({ id }) => id === plan.variant)?.label
  const names = [tab, variant].filter((name) => name !== undefined)
  return `'${names.length === 0 ? plan.title : names.join(' - ')}'`
}

function compareNames(before: Report, after: Report, plan: ReportPlan): string[] {
  const [old, now] = [nameScreen(before, plan), nameScreen(after, plan)]
  return old === now ? [] : [`The tab or variant is ${now} instead of ${old}.`]
}

function comparePlans(before: ReportPlan, after: ReportPlan): string[] {
  const identity = ['key', 'reportId', 'tab', 'variant', 'selectors', 'columns']
  return [
    ...compareFacts(listFacts(before, identity), listFacts(after, identity)),
    ...compareLists('selector', before.selectors, after.selectors, ({ name }) => name),
    ...compareLists('column', before.columns.map(showFormat), after.columns.map(showFormat), ({ id }) => id),
  ]
}

/** A column with an example in place of its number format. */
const showFormat = (column: ReportPlan['columns'][number]) => ({
  ...column,
  format: formatNumber(column.format?.options.style === 'percent' ? 0.123456789 : 1234.56789, column.format),
})

/** Compares selectors or columns, which are matched by their name or id. */
function compareLists<T extends { readonly label: string }>(
  kind: 'selector' | 'column',
  before: readonly T[],
  after: readonly T[],
  getId: (item: T) => string,
): string[] {
  const describe = (item: T) =>
    `${kind} '${item.label || getId(item)}'${getId(item) === item.label ? '' : ` (${getId(item)})`}`
  const find = (list: readonly T[], item: T) => list.find((other) => getId(other) === getId(item))
  const kept = after.filter((item) => find(before, item) !== undefined)
  const removed = before.filter((item) => find(after, item) === undefined)
  const changes = after.flatMap((item) => {
    const old = find(before, item)
    if (old === undefined) return [`The ${describe(item)} is new, at position ${after.indexOf(item) + 1}.`]
    const facts = (value: T) => listFacts(value, ['id', 'name'])
    return compareFacts(facts(old), facts(item), ` of the ${describe(old)}`)
  })
  const order = before.filter((item) => !removed.includes(item)).map(getId)
  const isMoved = kept.some((item, index) => getId(item) !== order[index])
  const names = after.map((item) => `'${item.label || getId(item)}'`).join(', ')
  return [
    ...removed.map((item) => `The ${describe(item)} is removed.`),
    ...changes,
    ...(isMoved ? [`The order of the ${kind}s is now ${names}.`] : []),
  ]
}
