import type { SelectorDefinition } from '../../../schemas/report/definition.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { formatWords } from '../../report/model/format.ts'
import { describeUnknown, type Place } from '../../diagnostics/diagnostic.ts'
import type { QuestionSelector } from './written-parts.ts'

export const needsYears = (selectors: readonly QuestionSelector[]): boolean =>
  selectors.some((one) => 'kind' in one && one.kind === 'year' && one.options === undefined)
export const needsMonths = (
  selectors: readonly QuestionSelector[],
  { key }: Pick<DatasetPlan, 'key'>,
): boolean =>
  (key.kind === 'date' || key.kind === 'month') &&
  selectors.some((one) => 'kind' in one && one.kind === 'month' && one.options === undefined)

/** Returns the name of a selector of a dimension; of `fx.currency` it is fxCurrency. */
export const getSelectorName = (dimension: string): string =>
  dimension.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A selector with its options, and the dimension whose values it chooses; null for a time. */
export interface ChosenSelector {
  readonly selector: SelectorDefinition
  readonly dimension: string | null
}

type Chosen = Pick<DatasetPlan, 'id' | 'key'> & {
  readonly dimensions: readonly Pick<DatasetPlan['dimensions'][number], 'id' | 'values'>[]
}

/** Writes the options of a selector: the periods that have records, or the values of a dimension. */
export function expandSelector(
  selector: QuestionSelector,
  id: string,
  source: Chosen,
  where: Readonly<Record<string, readonly string[]>>,
  origin: Place,
): ChosenSelector | null {
  if ('dimension' in selector) {
    const {
      dimension: name,
      label = formatWords(name.replace(/^.*\./, '')),
      prompt = `Choose ${label}`,
      labels,
    } = selector
    const dimension = source.dimensions.find((one) => one.id === name)
    if (dimension === undefined) {
      const ids = source.dimensions.map((one) => one.id)
      origin.at('dimension').error('question', describeUnknown('dimension', name, ids))
      return null
    }
    const { values: all } = dimension
    if (name.includes('.') && (all === null || selector.multiple)) {
      const message =
        all === null
          ? `the values of '${name}' are not known; give the dimension its "values"`
          : `one value of '${name}' is read at a time; write "multiple": false`
      origin.at(all === null ? 'dimension' : 'multiple').error('question', message)
      return null
    }
    if (all === null) {
      if (Object.keys(labels).length > 0) {
        const message = `the values of '${name}' are known from the data, and shown as they are; leave out 'labels'`
        origin.at('labels').error('question', message)
        return null
      }
      const options = { url: `/v1/reports/${id}/values/${name}`, recordsPath: 'records', fallback: [] }
      const { multiple, default: first } = selector
      const own = { kind: 'select', name, label, prompt, options, multiple, required: false } as const
      return { selector: { ...own, ...(first !== undefined && { default: first }) }, dimension: name }
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
    const { multiple } = selector
    const field = getSelectorName(name)
    const own = { kind: 'select', name: field, label, prompt, options, multiple, required: true } as const
    return { selector: { ...own, default: first }, dimension: field }
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
