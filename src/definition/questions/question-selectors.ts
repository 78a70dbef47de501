import type { SelectorDefinition } from '../../../schemas/report/definition.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { formatWords } from '../../report/model/format.ts'
import { describeUnknown, type Place } from '../../diagnostics/diagnostic.ts'
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
  where: Readonly<Record<string, readonly string[]>>,
  origin: Place,
): { readonly selector: SelectorDefinition; readonly dimension: string | null } | null {
  if ('dimension' in selector) {
    const { dimension: name, label = formatWords(name), prompt = `Choose ${label}`, labels } = selector
    const dimension = source.dimensions.find((one) => one.id === name)
    if (dimension === undefined) {
      const ids = source.dimensions.map((one) => one.id)
      origin.at('dimension').error('question', describeUnknown('dimension', name, ids))
      return null
    }
    const { values: all } = dimension
    if (all === null) {
      origin.at('dimension').error('question', `'${name}' has no 'values' that could be chosen; use 'where'`)
      return null
    }
    const read = all.filter((value) => where[name]?.includes(value) ?? true)
    if (read.length === 1) {
      const message = `there is one value of '${name}' to choose: '${read[0]}'; leave out the selector`
      origin.at('dimension').error('question', message)
      return null
    }
    const values = read.length === 0 ? all : read
    const first = selector.default ?? (selector.multiple ? [...values] : values[0])
    const wrong = [['default', [first ?? []].flat()] as const, ['labels', Object.keys(labels)] as const]
      .flatMap(([key, list]) => list.map((value) => [key, value] as const))
      .find(([, value]) => !values.includes(value))
    if (wrong !== undefined) {
      const [key, value] = wrong
      origin.at(key).error('question', describeUnknown(`value of '${name}'`, value, values))
      return null
    }
    const options = values.map((value) => ({ value, label: labels[value] ?? value }))
    const own = { kind: 'select', name, label, prompt, options, multiple: selector.multiple } as const
    return { selector: { ...own, default: first }, dimension: name }
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
