import { type DefinitionText, getTextPath, mergeTexts } from '../../../schemas/api/definitions.ts'
import { checkDefinitions, groupTexts } from '../../definition/check-definitions.ts'
import { listNamed } from '../../definition/list-uses.ts'
import type { FindSpecIssues } from '../../definition/rules/spec-rules.ts'
import type { LocatedDiagnostic } from '../../diagnostics/diagnostic.ts'
import { compareReports } from '../../report/model/compare-reports.ts'
import type { Report } from '../../report/model/report-plan.ts'

/** All definitions with the drafts in their place. */
export interface Drafted {
  readonly texts: readonly DefinitionText[]
  readonly drafts: readonly DefinitionText[]
}

export interface DraftCheck {
  readonly errors: readonly LocatedDiagnostic[]
  readonly warnings: readonly LocatedDiagnostic[]
  /** The paths of the files that each file names or calls. */
  readonly named: ReadonlyMap<string, readonly string[]>
  /** The screen of the report that is open; null while it has an error. */
  readonly screen: DraftScreen | null
}

/** A report as it would be, and what changes for its users. */
export interface DraftScreen {
  readonly report: Report
  /** The drafts that its calls need: those without an error. */
  readonly drafts: readonly DefinitionText[]
  readonly changes: readonly string[]
  /** The tables that it asks, by their ids. */
  readonly tables: readonly string[]
}

/** Checks all definitions by every rule, and compiles the report of the file at `path`. */
export function checkDrafts(
  { texts, drafts }: Drafted,
  running: readonly Report[],
  path: string,
  findSpecIssues: FindSpecIssues,
): DraftCheck {
  const checked = checkDefinitions(groupTexts(texts, drafts), findSpecIssues)
  const { errors, warnings } = checked
  const broken = new Set(errors.map(({ file }) => file))
  const usable = drafts.filter((file) => !broken.has(getTextPath(file)))
  // Other drafts with an error are left out, so that this report is shown nevertheless.
  const { reports } =
    broken.size === 0 || broken.has(path) ? checked : checkDefinitions(groupTexts(texts, usable))
  const report = reports.find(({ id }) => path === `reports/${id}.json`)
  const compare = (after: Report) =>
    compareReports(
      running.filter(({ id }) => id === after.id),
      [after],
    ).flatMap(({ lines }) => lines)
  const named = listNamed(mergeTexts(texts, drafts))
  const tables = (named.get(path) ?? []).flatMap((file) => /^datasets\/(.*)\.json$/.exec(file)?.[1] ?? [])
  return {
    errors,
    warnings,
    named,
    screen: report === undefined ? null : { report, drafts: usable, changes: compare(report), tables },
  }
}
