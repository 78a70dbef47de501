import type { AskingReport, SelectorDefinition } from '../../../schemas/report/definition.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { formatWords } from '../../report/model/format.ts'
import { describeUnknown, type Place } from '../../diagnostics/diagnostic.ts'

export type QuestionSelector = AskingReport['selectors'][number]

/** Returns the name of a selector of a dimension; of `fx.currency` it is fxCurrency. */
export const getSelectorName = (dimension: string): string =>
  dimension.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())

export interface ChosenSelector {
  /** The selector with its options. */
  readonly selector: SelectorDefinition
  /** The dimension whose values it chooses; null for a time. */
  readonly dimension: string | null
  /** The call that lists the periods that it offers; null for other options. */
  readonly list: 'years' | 'months' | null
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
  if ('dimension' in selector) return expandDimension(selector, id, source, where, origin)
  if (selector.kind === 'year' && selector.options === undefined) {
    const options = { url: `/v1/reports/${id}/years`, recordsPath: 'records', fallback: { last: 3 } }
    return { selector: { default: 'latest', ...selector, options }, dimension: null, list: 'years' }
  }
  const hasMonths = source.key.kind === 'date' || source.key.kind === 'month'
  if (selector.kind === 'month' && selector.options === undefined && hasMonths) {
    const options = { url: `/v1/reports/${id}/months`, recordsPath: 'records' }
    return { selector: { default: 'latest', ...selector, options }, dimension: null, list: 'months' }
  }
  return { selector, dimension: null, list: null }
}

/** Writes the selector of the values of a dimension; null if it has no such values, which is reported. */
function expandDimension(
  selector: Extract<QuestionSelector, { dimension: string }>,
  id: string,
  { dimensions }: Chosen,
  where: Readonly<Record<string, readonly string[]>>,
  origin: Place,
): ChosenSelector | null {
  const { dimension: name, labels, multiple } = selector
  const { label = formatWords(name.replace(/^.*\./, '')), prompt = `Choose ${label}` } = selector
  const own = { kind: 'select', label, prompt, multiple } as const
  const reject = (key: keyof typeof selector, message: string) => {
    origin.at(key).error('question', message)
    return null
  }
  const dimension = dimensions.find((one) => one.id === name)
  if (dimension === undefined) {
    const ids = dimensions.map((one) => one.id)
    return reject('dimension', describeUnknown('dimension', name, ids))
  }
  const { values: all } = dimension
  if (name.includes('.') && all === null) {
    return reject('dimension', `the values of '${name}' are not known; give the dimension its "values"`)
  }
  if (name.includes('.') && multiple) {
    return reject('multiple', `one value of '${name}' is read at a time; write "multiple": false`)
  }
  if (all === null) {
    if (Object.keys(labels).length > 0) {
      const message = `the values of '${name}' are known from the data, and shown as they are; leave out 'labels'`
      return reject('labels', message)
    }
    const options = { url: `/v1/reports/${id}/values/${name}`, recordsPath: 'records', fallback: [] }
    const first = selector.default !== undefined && { default: selector.default }
    return { selector: { ...own, name, options, required: false, ...first }, dimension: name, list: null }
  }
  const read = all.filter((value) => where[name]?.includes(value) ?? true)
  if (read.length === 1) {
    const message = `there is one value of '${name}' to choose: '${read[0]}'; leave out the selector`
    return reject('dimension', message)
  }
  const values = read.length === 0 ? all : read
  const first = selector.default ?? (multiple ? [...values] : values[0])
  const written = { default: [first ?? []].flat(), labels: Object.keys(labels) }
  for (const key of ['default', 'labels'] as const) {
    const wrong = written[key].find((value) => !values.includes(value))
    if (wrong !== undefined) return reject(key, describeUnknown(`value of '${name}'`, wrong, values))
  }
  const options = values.map((value) => ({ value, label: labels[value] ?? value }))
  const field = getSelectorName(name)
  const chosen = { ...own, name: field, options, required: true, default: first }
  return { selector: chosen, dimension: field, list: null }
}
