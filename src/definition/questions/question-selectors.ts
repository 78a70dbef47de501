import type { SelectorDefinition } from '../../../schemas/report/definition.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { formatWords } from '../../report/model/format.ts'
import { describeUnknown, type Place } from '../diagnostic.ts'
import type { QuestionSelector } from './written-parts.ts'

export const needsYears = (selectors: readonly QuestionSelector[]): boolean =>
  selectors.some((one) => 'kind' in one && one.kind === 'year' && one.options === undefined)
export const needsMonths = (selectors: readonly QuestionSelector[], { key }: DatasetPlan): boolean =>
  (key.kind === 'date' || (key.kind === 'text' && key.per === 'month')) &&
  selectors.some((one) => 'kind' in one && one.kind === 'month' && one.options === undefined)

/** Writes the options of a selector: the periods that have records, or the values of a dimension. */
export function expandSelector(
  selector: QuestionSelector,
  id: string,
  source: DatasetPlan,
  origin: Place,
): { readonly selector: SelectorDefinition; readonly dimension: string | null } | null {
  if ('dimension' in selector) {
    const { dimension: name, label = formatWords(name), prompt = `Choose ${label}` } = selector
    const dimension = source.dimensions.find((one) => one.id === name)
    if (dimension === undefined) {
      const ids = source.dimensions.map((one) => one.id)
      origin.at('dimension').error('question', describeUnknown('dimension', name, ids))
      return null
    }
    const options = dimension.values.map((value) => ({ value, label: value }))
    const own = { kind: 'select', name, label, prompt, options, multiple: true } as const
    return { selector: { ...own, default: [...dimension.values] }, dimension: name }
  }
  if (selector.kind === 'year' && selector.options === undefined) {
    const options = { url: `/v1/reports/${id}/years`, recordsPath: 'records', fallback: { last: 3 } }
    return { selector: { default: 'latest', ...selector, options }, dimension: null }
  }
  if (selector.kind === 'month' && needsMonths([selector], source)) {
    const options = { url: `/v1/reports/${id}/months`, recordsPath: 'records' }
    return { selector: { default: 'latest', ...selector, options }, dimension: null }
  }
  return { selector, dimension: null }
}
