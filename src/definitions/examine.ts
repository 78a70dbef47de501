import { ReportDefinition } from '../../schemas/report-definition.ts'
import type { Origin } from '../engine/finding.ts'
import type { PlacedPlan } from '../engine/placed-plan.ts'
import { examineReports } from '../engine/plan.ts'
import type { Report } from '../engine/report-plan.ts'
import type { DefinitionFile } from './json-document.ts'
import { type AnyRule, inOrder, type PlacedFinding } from './placed-finding.ts'
import { readDefinitions } from './read-definitions.ts'

/** What a set of definition files comes to: reports where all is well, findings with their places otherwise. */
export interface Examined {
  readonly reports: readonly Report[]
  readonly plans: readonly PlacedPlan[]
  /** The screens in whose parts nothing was found, even where other reports have findings. */
  readonly sound: readonly PlacedPlan[]
  readonly findings: readonly PlacedFinding[]
  /** A finding of another check at a place in these files. */
  readonly place: (origin: Origin, rule: AnyRule, message: string) => PlacedFinding
}

/** Reads definition files together, since they may refer to each other. Never throws; tells every finding. */
export function examineFiles(files: readonly DefinitionFile[]): Examined {
  const read = readDefinitions(ReportDefinition, files)
  const place: Examined['place'] = ({ report, path }, rule, message) =>
    read.place(report, path, rule, message)
  const compiled = examineReports(read.definitions, read.unread)
  const findings = [
    ...read.findings,
    // A definition that cannot be read has findings of its own; that others need it is no news.
    ...compiled.findings
      .filter(({ rule }) => rule !== 'from-unread')
      .map(({ report, path, rule, message }) => place({ report, path }, rule, message)),
  ]
  const isSound = findings.length === 0
  return {
    reports: isSound ? compiled.reports : [],
    plans: isSound ? compiled.plans : [],
    sound: compiled.sound,
    findings: inOrder(findings),
    place,
  }
}
