import type { AskingReport, WrittenReport } from '../../schemas/report/definition.ts'
import type { DatasetPlan } from '../dataset/dataset-plan.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Report, ReportPlan, SelectorPlan } from '../report/model/report-plan.ts'
import {
  nameMonths,
  renameTexts,
  renameTotal,
  writeDaysCall,
  writtenDays,
} from '../report/selection/own-days.ts'
import { isPeriod } from '../report/selection/selector-kinds.ts'
import { compileScreen } from './compile-screen.ts'
import { compileQuestion } from './datasets/compile-dataset.ts'
import { expandQuestion, isAsking } from './questions/expand-question.ts'
import type { Definitions } from './sections.ts'

interface OwnDays {
  readonly plan: ReportPlan
  readonly dataset: DatasetPlan
}

interface Compiled {
  readonly reports: readonly Report[]
  readonly datasets: readonly DatasetPlan[]
}

/** Adds the screens that show any days of what reports ask, and what answers them. */
export function addOwnDays(
  { reports, datasets }: Compiled,
  written: readonly WrittenReport[],
  sources: readonly DatasetPlan[],
  definitions: Definitions,
): Compiled {
  const answers = new Map<string, DatasetPlan>()
  const addTo = (plan: ReportPlan): ReportPlan => {
    const asked = written.find(({ id }) => id === plan.reportId)
    const found = asked === undefined ? null : compileOwnDays(asked, plan, sources, definitions)
    if (found !== null) answers.set(found.dataset.id, found.dataset)
    return { ...plan, ownDays: found?.plan ?? null }
  }
  return {
    reports: reports.map((report) => ({ ...report, plans: report.plans.map(addTo) })),
    datasets: datasets.map((dataset) => {
      const { from } = dataset
      return from === null
        ? dataset
        : { ...dataset, from: { ...from, ownDays: answers.get(dataset.id) ?? null } }
    }),
  }
}

/**
 * Compiles the screen that shows any days of what a report asks, and the dataset that answers it. Columns that need a
 * month or the like are left out, which its description says. Null for rows of days, which need no other screen, and for
 * a report that cannot be asked so.
 */
function compileOwnDays(
  written: WrittenReport,
  shown: ReportPlan,
  sources: readonly DatasetPlan[],
  definitions: Definitions,
): OwnDays | null {
  if (!isAsking(written) || shown.rows.key.kind === 'date') return null
  const asked = askForDays(written)
  if (asked === null) return null
  const compile = (unit: SelectorPlan['unit']) => tryUnit(asked, unit, sources, definitions)
  const days = compile(null)
  const isComplete = days?.kept.length === written.columns.length
  // Whole months show what is only known of months.
  const months = isComplete ? null : compile('month')
  const best = (months?.kept.length ?? 0) > (days?.kept.length ?? 0) ? months : days
  if (best === null) return null
  const left = shown.columns.filter((_, index) => !best.kept.includes(index))
  return {
    ...best.answer,
    plan: complete(
      best.answer.plan,
      left.map(({ label }) => label),
      shown,
    ),
  }
}

/** Compiles as many columns as a range of days, or of whole periods, can show; null if it can show none. */
function tryUnit(
  asked: AskingReport,
  unit: SelectorPlan['unit'],
  sources: readonly DatasetPlan[],
  definitions: Definitions,
) {
  let kept = asked.columns.map((_, index) => index)
  while (kept.length > 0) {
    const columns = kept.flatMap((index) => asked.columns[index] ?? [])
    const { answer, diagnostics } = compileAsked({ ...asked, columns }, unit, sources, definitions)
    if (answer !== null) return { answer, kept }
    const wrong = new Set(diagnostics.map(({ path: [part, index] }) => (part === 'columns' ? index : null)))
    if (wrong.size === 0 || wrong.has(null)) return null
    kept = kept.filter((_, position) => !wrong.has(position))
  }
  return null
}

/** Writes a report with days of one's own in place of its periods; null if it has none that can be replaced. */
function askForDays(written: AskingReport): AskingReport | null {
  const periods = written.selectors.filter((one) => 'kind' in one && isPeriod(one))
  const names = periods.flatMap((one) => ('name' in one ? [one.name, `${one.name}Name`] : []))
  if (periods.length === 0 || periods.some((one) => 'kind' in one && one.kind === 'dateRange')) return null
  const isNamed = (value: unknown) => names.some((name) => (JSON.stringify(value) ?? '').includes(`{${name}`))
  const withoutLink = <T extends object>(part: T): T =>
    'link' in part && isNamed(part.link) ? { ...part, link: undefined } : part
  const parts = new Set(names)
  const rename = <T>(part: T): T => renameTexts(part, parts)
  const { title, heading, description, table, chart, download, breadcrumb } = written
  return {
    ...written,
    ...rename({ title, heading, description, table, chart, download, breadcrumb }),
    alerts: undefined,
    selectors: [...written.selectors.filter((one) => !periods.includes(one)), writtenDays],
    data: { ...written.data, messages: rename(written.data.messages) },
    rows: { ...withoutLink(written.rows), total: renameTotal(written.rows.total) },
    columns: written.columns.map((column) => (typeof column === 'string' ? column : withoutLink(column))),
  }
}

/** Compiles a report that asks for days of one's own; its answer is null if it has diagnostics. */
function compileAsked(
  asked: AskingReport,
  unit: SelectorPlan['unit'],
  sources: readonly DatasetPlan[],
  definitions: Definitions,
) {
  const diagnostics: Diagnostic[] = []
  const report = (diagnostic: Diagnostic) => {
    // The name is kept for this selector.
    if (diagnostic.rule !== 'selector-reserved') diagnostics.push(diagnostic)
  }
  const { definition, question = null } = expandQuestion(asked, sources, report, unit) ?? {}
  if (definition === undefined || question === null) return { answer: null, diagnostics }
  const dataset = compileQuestion(question.dataset, question.source, question.tables, (path, rule, message) =>
    report({ report: asked.id, path: question.findPath(path), rule, message }),
  )
  const plan = compileScreen(definition, null, null, null, definitions, report, question, [])?.plan
  return { answer: plan === undefined || diagnostics.length > 0 ? null : { plan, dataset }, diagnostics }
}

/** Completes a screen of days by its call, and by a sentence on the columns that are left out. */
function complete(plan: ReportPlan, left: readonly string[], { data }: ReportPlan): ReportPlan {
  const others = plan.selectors.filter((one) => !isPeriod(one))
  const unit = plan.selectors.find(isPeriod)?.unit ?? 'day'
  const sentence = `Not shown for ${unit}s of your own: ${left.join(', ')}.`
  return {
    ...plan,
    selectors: plan.selectors.map(nameMonths),
    description: [plan.description ?? [], left.length === 0 ? [] : sentence].flat().join(' ') || null,
    data: { ...plan.data, url: writeDaysCall(plan.key, others), binding: data.binding },
    download: plan.download && { ...plan.download, url: null },
  }
}
