import type { PlanWithSource } from '../sections.ts'
import type { DatasetPlan } from '../datasets/dataset-plan.ts'
import { checkScreen } from './check-screen.ts'
import { buildRoutes } from './routes.ts'
import type { SourceRef } from '../diagnostic.ts'

/** What screens and the datasets that serve their calls come to; notes stop nothing. */
export interface CompatibilityResult {
  readonly faults: readonly CompatibilityError[]
  readonly notes: readonly CompatibilityError[]
}

/** Holds screens against datasets and tells each difference once, though many screens may show it. */
export function checkCompatibility(
  screens: readonly PlanWithSource[],
  datasets: readonly DatasetPlan[],
): CompatibilityResult {
  const routes = buildRoutes(datasets)
  const told = new Map<string, { readonly fault: CompatibilityError; readonly reports: Set<string> }>()
  for (const screen of screens) {
    for (const fault of checkScreen(screen, routes)) {
      const key = JSON.stringify([fault.origin, fault.rule, fault.message])
      const entry = told.get(key) ?? { fault, reports: new Set() }
      entry.reports.add(screen.plan.reportId)
      told.set(key, entry)
    }
  }
  const all = [...told.values()].map(({ fault, reports }) => {
    if (reports.has(fault.origin.report)) return fault
    const takers = [...reports].map((report) => `'${report}'`).join(', ')
    return { ...fault, message: `${fault.message} (where ${takers} takes this part)` }
  })
  const isNote = ({ rule }: CompatibilityError) => Object.hasOwn(compatibilityWarnings, rule)
  return { faults: all.filter((fault) => !isNote(fault)), notes: all.filter(isNote) }
}

/** The values of dimensions that a request is about, as far as they are known. */
export type RequestedRead = ReadonlyMap<string, string>

/** Where a report and the dataset that serves it differ, at the place of the report. */
export interface CompatibilityError {
  readonly origin: SourceRef
  readonly rule: CompatibilityRule
  readonly message: string
}

/** What holds between a report and the dataset that serves its calls, by the name in findings. */
export const compatibilityRules = {
  'served-url': 'The URL of the records is the list of a dataset.',
  'served-options': 'Options come from years or months of a dataset; a year selector takes years.',
  'served-download': 'A download leads to the download of a dataset.',
  'served-dataset': 'Records and download of a screen are of one dataset.',
  'served-parameter': 'A query has each parameter that the endpoint takes, and no other.',
  'served-value': 'What is sent for a dimension is one of its values.',
  'served-period': 'A period is sent in the form that the endpoint takes.',
  'served-records': 'The records are looked for where the dataset sends them.',
  'served-list': 'A group goes over a list that the dataset sends, at its place in the answer.',
  'served-field': 'The field of a column is a measure of the dataset.',
  'served-pattern': 'The pattern of a group matches measures of the dataset.',
  'served-key': 'The key of the rows has field and kind of the key of the dataset.',
} as const

/** What is worth knowing and may well be meant: it is told as a note and stops nothing. */
export const compatibilityWarnings = {
  'served-nowhere': 'A dataset serves the call; if none does, another server has to.',
  'served-name': 'A field that no measure has may still be a name of the list of the dataset.',
} as const

export type CompatibilityRule = keyof typeof compatibilityRules | keyof typeof compatibilityWarnings
