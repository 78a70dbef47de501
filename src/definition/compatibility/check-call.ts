import { suggest, childRef, type SourceRef } from '../diagnostic.ts'
import { type DatasetPlan, getPlaceholders } from '../datasets/dataset-plan.ts'
import type { CompatibilityError } from './check-compatibility.ts'
import type { Found } from './routes.ts'
import type { SampleRequest } from './sample-requests.ts'
import type { SentParameter, SentRequest } from './sent-parameters.ts'

/** Where the parts of a call are written. */
export interface CallPaths {
  readonly call: SourceRef
  readonly selectors: SourceRef
  readonly params: SourceRef | null
}

/** What a call for one choice comes to at its endpoint. */
export interface CallContext {
  readonly faults: readonly CompatibilityError[]
  /** The values of dimensions that are asked for, as far as they are known. */
  readonly dimensions: ReadonlyMap<string, string>
}

/** Holds the parts of a call against the placeholders of the endpoint that it leads to. */
export function checkRequest(
  call: SentRequest,
  found: Found,
  sample: SampleRequest,
  places: CallPaths,
): CallContext {
  const { dataset, endpoint } = found.route
  const dimensions = new Map(
    dataset.dimensions.flatMap(({ id, values: [only, ...more] }) =>
      only !== undefined && more.length === 0 ? [[id, only] as const] : [],
    ),
  )
  if (found.isPeriodOther) {
    const message = `the period is sent in another form in '${call.url}'; allowed is '${endpoint.url}'`
    return { faults: [{ origin: places.call, rule: 'served-period', message }], dimensions }
  }
  const faults: CompatibilityError[] = []
  const isYearSent = getPlaceholders(endpoint).includes('year')
  const take = (placeholder: string, sent: SentParameter, isInPath: boolean) => {
    if (sent.isOpen) return
    if (placeholder === 'year' || placeholder === 'month') {
      const fault = periodFault(placeholder, isYearSent, sent.text)
      if (fault === null) return
      const message = `'${sent.text}' is sent for {${placeholder}} of '${endpoint.url}'; allowed is ${fault}`
      faults.push({ origin: placeOf(sent, sample, places), rule: 'served-period', message })
      return
    }
    const value = valueOf(dataset, placeholder, sent.text, isInPath)
    if (typeof value === 'string') dimensions.set(placeholder, value)
    else if (value !== null) {
      const message = `'${sent.text}' is no value of ${placeholder} in '${dataset.id}'${suggest(sent.text, value)}`
      faults.push({ origin: placeOf(sent, sample, places), rule: 'served-value', message })
    }
  }
  for (const [index, part] of endpoint.path.entries()) {
    const sent = call.path[index]
    if (sent !== undefined && 'placeholder' in part) take(part.placeholder, sent, true)
  }
  for (const { name, placeholder } of endpoint.query) {
    const sent = call.query.get(name)
    if (sent !== undefined) take(placeholder, sent, false)
    else {
      const message = `the parameter '${name}' is missing; '${endpoint.url}' takes it`
      faults.push({ origin: places.call, rule: 'served-parameter', message })
    }
  }
  const names = endpoint.query.map(({ name }) => name)
  for (const name of call.query.keys()) {
    if (names.includes(name)) continue
    const known = names.length === 0 ? '; it takes none' : suggest(name, names)
    const message = `'${endpoint.url}' takes no parameter '${name}'${known}`
    faults.push({ origin: places.call, rule: 'served-parameter', message })
  }
  return { faults, dimensions }
}

/** The option or the parameter of a tab that brings the value, or else the call. */
function placeOf(
  { names }: SentParameter,
  sample: SampleRequest,
  { call, selectors, params }: CallPaths,
): SourceRef {
  const [name, ...more] = names
  if (name === undefined || more.length > 0) return call
  const option = sample.places.get(name)
  if (option !== undefined) return childRef(selectors, ...option)
  return params === null || sample.values.has(name) ? call : childRef(params, name)
}

/** What is allowed in place of a year or month; null where it is right. */
function periodFault(placeholder: 'year' | 'month', isYearSent: boolean, text: string): string | null {
  if (placeholder === 'year') return /^(19|20|21)\d\d$/.test(text) ? null : 'a year, such as 2025'
  if (isYearSent) return /^(0?[1-9]|1[0-2])$/.test(text) ? null : 'a month, 1 to 12'
  return /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text)
    ? null
    : 'a month with its year, such as 2025-03: {year}-{month:2}'
}

/** The value of a dimension as it is sent; else the texts that are known. Null for what is no dimension. */
function valueOf(
  { dimensions }: DatasetPlan,
  id: string,
  text: string,
  isInPath: boolean,
): string | readonly string[] | null {
  const dimension = dimensions.find((one) => one.id === id)
  if (dimension === undefined) return null
  const { values, paths } = dimension
  const spelling = (value: string) =>
    isInPath && paths !== null && Object.hasOwn(paths, value) ? (paths[value] ?? value) : value
  return values.find((value) => spelling(value) === text) ?? values.map(spelling)
}
