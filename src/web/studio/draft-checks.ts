import {
  type DefinitionKind,
  type DefinitionText,
  getTextPath,
  mergeTexts,
} from '../../../schemas/api/definitions.ts'
import { checkDefinitions, groupTexts } from '../../loading/check-definitions.ts'
import { listNamed, listReached, selectNeeded } from '../../loading/list-uses.ts'
import type { FindSpecIssues } from '../../definition/rules/spec-rules.ts'
import type { LocatedDiagnostic } from '../../diagnostics/diagnostic.ts'
import { parseDocument } from '../../diagnostics/json-document.ts'
import { compareWritten } from '../../report/model/compare-facts.ts'
import { compareReports } from '../../report/model/compare-reports.ts'
import type { DashboardPlan, SchedulePlan } from '../../report/model/dashboard-plan.ts'
import type { Report } from '../../report/model/report-plan.ts'

/** All definitions with the drafts in their place. */
export interface Drafted {
  readonly texts: readonly DefinitionText[]
  readonly drafts: readonly DefinitionText[]
}

export interface Problem extends LocatedDiagnostic {
  readonly level: 'error' | 'warning'
}

export interface DraftCheck {
  readonly problems: readonly Problem[]
  /** The errors in other files that end when the draft of the open file is discarded. */
  readonly caused: readonly Problem[]
  /** The paths of the files that each file names or calls. */
  readonly named: ReadonlyMap<string, readonly string[]>
  /** The open file as it would be; null while it has an error. */
  readonly screen: DraftScreen | null
}

/** A definition as it would be, and what changes for its users. */
export interface DraftScreen {
  readonly path: string
  /** What the file makes: one of the three, or none for a table or calendar. */
  readonly report: Report | null
  readonly dashboard: DashboardPlan | null
  readonly schedule: SchedulePlan | null
  readonly reports: readonly Report[]
  /** The drafts that its calls need: those without an error. */
  readonly drafts: readonly DefinitionText[]
  readonly changes: readonly string[]
  readonly tables: readonly string[]
  /** What answers to its calls follow from: the plans of its tables and questions, without their titles. */
  readonly asked: string
}

/** Checks all definitions by every rule, and compiles the file at `path`. */
export function checkDrafts(
  { texts, drafts }: Drafted,
  path: string,
  findSpecIssues: FindSpecIssues,
): DraftCheck {
  const checked = checkDefinitions(groupTexts(texts, drafts), findSpecIssues)
  const problems = [
    ...checked.errors.map((error) => ({ ...error, level: 'error' as const })),
    ...checked.warnings.map((warning) => ({ ...warning, level: 'warning' as const })),
  ]
  const named = listNamed(mergeTexts(texts, drafts))
  const broken = new Set(checked.errors.map(({ file }) => file))
  const caused = findCaused({ texts, drafts }, path, problems)
  if (broken.has(path) || caused.length > 0 || !named.has(path))
    return { problems, caused, named, screen: null }
  const usable = drafts.filter((file) => !broken.has(getTextPath(file)))
  // Other drafts with an error are left out, so that this file is shown nevertheless.
  const valid = broken.size === 0 ? checked : checkDefinitions(groupTexts(texts, usable))
  const needed = listReached(named, path)
  const find = <T extends { readonly id: string }>(kind: DefinitionKind, plans: readonly T[]): T | null =>
    plans.find(({ id }) => getTextPath({ kind, name: id }) === path) ?? null
  const report = find('reports', valid.reports)
  const reports = valid.reports.filter(({ id }) => needed.has(getTextPath({ kind: 'reports', name: id })))
  const tables = [...needed].flatMap((file) => /^datasets\/(.*)\.json$/.exec(file)?.[1] ?? [])
  const answering = new Set([...tables, ...reports.map(({ id }) => `report-${id}`)])
  return {
    problems,
    caused,
    named,
    screen: {
      path,
      report,
      dashboard: find('dashboards', valid.dashboards),
      schedule: find('schedules', valid.schedules),
      reports,
      drafts: usable,
      changes: listChanges(texts, usable, path, report),
      tables,
      asked: JSON.stringify(
        valid.datasets.filter(({ id }) => answering.has(id)),
        (key, value: unknown) => (key === 'title' ? undefined : value),
      ),
    },
  }
}

/** Finds the errors of other files that end when the draft at a path is discarded. */
function findCaused({ texts, drafts }: Drafted, path: string, problems: readonly Problem[]) {
  const otherDrafts = drafts.filter((file) => getTextPath(file) !== path)
  const foreign = problems.filter(({ level, file }) => level === 'error' && file !== path)
  if (foreign.length === 0 || otherDrafts.length === drafts.length) return []
  const identify = ({ file, rule, path: place, message }: LocatedDiagnostic) =>
    JSON.stringify([file, rule, place, message])
  const { errors } = checkDefinitions(groupTexts(texts, otherDrafts))
  const remaining = new Set(errors.map(identify))
  return foreign.filter((problem) => !remaining.has(identify(problem)))
}

/** Lists the sentences of `reports diff` on the draft at a path. */
function listChanges(
  texts: readonly DefinitionText[],
  drafts: readonly DefinitionText[],
  path: string,
  report: Report | null,
): readonly string[] {
  const [before = [], after = []] = [texts, drafts].map((files) =>
    files.filter((file) => getTextPath(file) === path),
  )
  const [draft] = after
  if (draft === undefined) return []
  if (report === null) {
    const parse = (files: readonly DefinitionText[]) =>
      groupTexts(files)[draft.kind].map((file) => parseDocument(file).value)
    const changes = compareWritten(draft.kind.slice(0, -1), parse(before), parse(after))
    return changes.flatMap(({ lines }) => lines)
  }
  const running = checkDefinitions(groupTexts(selectNeeded(texts, path))).reports
  return compareReports(
    running.filter(({ id }) => id === report.id),
    [report],
  ).flatMap(({ lines }) => lines)
}
