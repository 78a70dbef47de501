import type { PlanWithSource } from '../sections.ts'
import type { DatasetPlan } from '../datasets/dataset-plan.ts'
import { checkScreen } from './check-screen.ts'
import { buildRoutes } from './routes.ts'
import type { SourceRef } from '../diagnostic.ts'

/** The mismatches between screens and the datasets that serve their calls; warnings do not fail the check. */
export interface CompatibilityResult {
  readonly errors: readonly CompatibilityError[]
  readonly warnings: readonly CompatibilityError[]
}

/** Compares screens with datasets and reports each mismatch once, even if several screens have it. */
export function checkCompatibility(
  screens: readonly PlanWithSource[],
  datasets: readonly DatasetPlan[],
): CompatibilityResult {
  const routes = buildRoutes(datasets)
  const found = new Map<string, { readonly error: CompatibilityError; readonly reports: Set<string> }>()
  for (const screen of screens) {
    for (const error of checkScreen(screen, routes)) {
      const key = JSON.stringify([error.origin, error.rule, error.message])
      const entry = found.get(key) ?? { error, reports: new Set() }
      entry.reports.add(screen.plan.reportId)
      found.set(key, entry)
    }
  }
  const all = [...found.values()].map(({ error, reports }) => {
    if (reports.has(error.origin.report)) return error
    const users = [...reports].map((report) => `'${report}'`).join(', ')
    return { ...error, message: `${error.message} (as used by ${users})` }
  })
  const isWarning = ({ rule }: CompatibilityError) => Object.hasOwn(compatibilityWarnings, rule)
  return { errors: all.filter((error) => !isWarning(error)), warnings: all.filter(isWarning) }
}

/** The values of dimensions that a request is about, as far as they are known. */
export type RequestedRead = ReadonlyMap<string, string>

/** A mismatch between a report and the dataset that serves it, located in the report. */
export interface CompatibilityError {
  readonly origin: SourceRef
  readonly rule: CompatibilityRule
  readonly message: string
}

/** The rules between a report and the dataset that serves its calls, by the name in diagnostics. */
export const compatibilityRules = {
  'served-url': 'The URL of the records is the list of a dataset.',
  'served-options': 'Options come from years or months of a dataset; a year selector needs years.',
  'served-download': 'A download leads to the download of a dataset.',
  'served-dataset': 'Records and download of a screen are of one dataset.',
  'served-parameter': 'A query has each parameter that the endpoint has, and no other.',
  'served-value': 'What is sent for a dimension is one of its values.',
  'served-multiple':
    'Several values are sent only for a dimension that takes several, and the rows say what becomes of several records of one key.',
  'served-period': 'A period is sent in the format of the endpoint.',
  'served-records': 'The path of the records is that of the dataset.',
  'served-list': 'A group goes over a list that the dataset sends, at its path in the response.',
  'served-field': 'The field of a column is a measure of the dataset.',
  'served-pattern': 'The pattern of a group matches measures of the dataset.',
  'served-key': 'The key of the rows has field and kind of the key of the dataset.',
} as const

/** Mismatches that may be intended: they are reported as warnings and do not fail the check. */
export const compatibilityWarnings = {
  'served-nowhere': 'A dataset serves the call; if none does, another server has to.',
  'served-name': 'A field that no measure has may still be a name of the list of the dataset.',
} as const

export type CompatibilityRule = keyof typeof compatibilityRules | keyof typeof compatibilityWarnings
