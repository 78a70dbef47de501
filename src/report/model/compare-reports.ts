import { compareById, compareFacts, compareLists, type DefinitionChange, indent } from './compare-facts.ts'
import { formatNumber } from './format.ts'
import type { Report, ReportPlan } from './report-plan.ts'

/** Lists what changes for users and administrators from some reports to others; reports are matched by their id. */
export const compareReports = (before: readonly Report[], after: readonly Report[]): DefinitionChange[] =>
  compareById(before, after, {
    describe: ({ id, menu }) => `${menu.label} (${id})`,
    added: 'is a new report.',
    compare: (old, report) => [
      ...compareFacts(old, report, ['plans', 'variants']),
      ...compareScreens(old, report),
    ],
  })

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
