import { basename } from 'node:path'
import { ReportDefinition } from '../../schemas/report-definition.ts'
import type { Origin } from '../engine/finding.ts'
import type { PlacedPlan } from '../engine/placed-plan.ts'
import { examineReports } from '../engine/plan.ts'
import type { Report } from '../engine/report-plan.ts'
import { atMost } from './at-most.ts'
import { type DefinitionFile, type JsonDocument, parseDocument } from './json-document.ts'
import { type AnyRule, inOrder, type PlacedFinding } from './placed-finding.ts'
import { parseBySchema } from './schema-findings.ts'

/** What a set of definition files comes to: reports where all is well, findings with their places otherwise. */
export interface Examined {
  readonly reports: readonly Report[]
  readonly plans: readonly PlacedPlan[]
  readonly findings: readonly PlacedFinding[]
  /** A finding of another check at a place in these files. */
  readonly place: (origin: Origin, rule: AnyRule, message: string) => PlacedFinding
}

/** Reads definition files together, since they may refer to each other. Never throws; tells every finding. */
export function examineFiles(files: readonly DefinitionFile[]): Examined {
  const findings: PlacedFinding[] = []
  const documents = new Map<string, JsonDocument>()
  const definitions: ReportDefinition[] = []
  const unread: string[] = []
  for (const file of files) {
    const document = parseDocument(file)
    findings.push(...document.findings)
    const name = basename(file.path, '.json')
    const definition = document.value === undefined ? null : readShape(document, name, findings)
    if (definition === null) {
      unread.push(name)
      continue
    }
    definitions.push(definition)
    if (definition.id !== name) unread.push(name)
    documents.set(definition.id, document)
  }
  const place: Examined['place'] = ({ report, path }, rule, message) =>
    documents.get(report)?.find(path, rule, message) ?? {
      file: report,
      line: 1,
      column: 1,
      path,
      rule,
      message,
    }
  const compiled = examineReports(definitions, unread)
  for (const { report, path, rule, message } of compiled.findings) {
    // A definition that cannot be read has findings of its own; that others need it is no news.
    if (rule === 'from-unread') continue
    findings.push(place({ report, path }, rule, message))
  }
  const isSound = findings.length === 0
  return {
    reports: isSound ? compiled.reports : [],
    plans: isSound ? compiled.plans : [],
    findings: inOrder(findings),
    place,
  }
}

function readShape(document: JsonDocument, name: string, findings: PlacedFinding[]): ReportDefinition | null {
  const parsed = parseBySchema(ReportDefinition, document.value)
  if (!parsed.ok) {
    for (const { path, rule, message, at } of atMost(parsed.faults))
      findings.push(document.find(path, rule, message, at))
    return null
  }
  const { id } = parsed.data
  if (id !== name) {
    const message = `found '${id}'; allowed is '${name}', as the file is called`
    findings.push(document.find(['id'], 'id-file', message))
  }
  return parsed.data
}
