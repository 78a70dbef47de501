import { canBeBlank } from '../datasets/derived-measures.ts'
import { checkAlerts } from './check-alerts.ts'
import { type CompatibilityError, type Place } from '../diagnostic.ts'
import { getColumnKind } from '../../report/columns/kinds.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import type { PlanWithSource } from '../sections.ts'
import type { DatasetPlan, ReadKind } from '../datasets/dataset-plan.ts'
import type { RequestedRead } from '../columns/definition-kind.ts'
import { buildUnservedWarning, checkOptions, checkRequest } from './check-request.ts'
import { findRoute, type Route, suggestUrl } from './routes.ts'
import { buildSampleRequests, resolveParameters, type SampleRequest } from './sample-requests.ts'
import { getColumnDefinitionKind } from '../columns/index.ts'

/** Compares one screen with the datasets: each call that a dataset serves, and how the response is read. */
export function checkScreen(screen: PlanWithSource, routes: readonly Route[]): CompatibilityError[] {
  const { plan, origins, written } = screen
  const samples = buildSampleRequests(plan, routes)
  const data = checkTarget('list', written.data, origins.data.at('url'), screen, samples, routes)
  const errors = [...checkOptions(screen, routes), ...data.errors]
  for (const [dataset, requested] of data.datasets) {
    errors.push(
      ...checkResponse(screen, dataset),
      ...checkColumns(screen, dataset, requested),
      ...checkAlerts(screen, dataset),
    )
  }
  if (written.download === null || origins.download === null) return errors
  const at = origins.download.at('url')
  const download = checkTarget('download', written.download, at, screen, samples, routes)
  errors.push(...download.errors)
  const [records] = data.datasets.keys()
  const other = [...download.datasets.keys()].find((dataset) => !data.datasets.has(dataset))
  if (records !== undefined && other !== undefined) {
    const own = records.endpoints.download
    const allowedIs = own === null ? 'which has no download' : `whose download is '${own.url}'`
    const message = `the workbook is of '${other.id}', but the records are of '${records.id}', ${allowedIs}`
    errors.push({ origin: at, rule: 'served-dataset', message })
  }
  return errors
}

interface TargetResult {
  readonly errors: readonly CompatibilityError[]
  /** The datasets that serve the call, with the values that are requested of each. */
  readonly datasets: ReadonlyMap<DatasetPlan, readonly RequestedRead[]>
}

/** Compares a call, for each sample request, with the endpoint that serves it. */
function checkTarget(
  kind: 'list' | 'download',
  url: string,
  at: Place,
  { plan, origins, written }: PlanWithSource,
  samples: readonly SampleRequest[],
  routes: readonly Route[],
): TargetResult {
  const errors: CompatibilityError[] = []
  const datasets = new Map<DatasetPlan, RequestedRead[]>()
  const paths = { call: at, selectors: origins.selectors, params: origins.params }
  for (const sample of samples) {
    const call = resolveParameters(plan.selectors, url, sample, written.fixed)
    const found = findRoute(call, routes)
    if (found === null) {
      errors.push(buildUnservedWarning(call.url, at, routes, [kind]))
      continue
    }
    if (found.route.kind !== kind) {
      errors.push({ origin: at, ...describeOtherKind(kind, call.url, found.route, routes) })
      continue
    }
    const { dataset } = found.route
    const result = checkRequest(call, found, sample, paths)
    errors.push(...result.errors)
    // With another period it may well be another dataset that is meant.
    if (result.errors.some(({ rule }) => rule === 'served-period')) continue
    datasets.set(dataset, [...(datasets.get(dataset) ?? []), result.dimensions])
  }
  return { errors, datasets }
}

const contents: Readonly<Record<ReadKind, string>> = {
  list: 'records',
  years: 'years',
  months: 'months',
  download: 'a workbook',
  record: 'one record',
}

function describeOtherKind(
  kind: 'list' | 'download',
  url: string,
  { dataset, kind: found }: Route,
  routes: readonly Route[],
): Pick<CompatibilityError, 'rule' | 'message'> {
  const own = dataset.endpoints[kind]
  const end = own === null ? suggestUrl(url, routes, [kind]) : `; allowed is '${own.url}'`
  const wanted = kind === 'list' ? 'its records' : 'its workbook'
  return {
    rule: kind === 'list' ? 'served-url' : 'served-download',
    message: `'${url}' returns ${contents[found]} of '${dataset.id}', not ${wanted}${end}`,
  }
}

/** Compares the columns of a screen with a dataset; `requested` contains each way in which its list is requested. */
const checkColumns = (
  { plan, origins }: PlanWithSource,
  dataset: DatasetPlan,
  requested: readonly RequestedRead[],
): CompatibilityError[] => {
  const check = (column: ColumnPlan, origin: Place) =>
    getColumnDefinitionKind(column).checkDataset(column, {
      dataset,
      requested,
      listPaths: plan.data.listPaths,
      origin,
      data: origins.data,
    })
  const { dimension } = plan.rows
  return [
    ...(dimension === null ? [] : check(dimension, origins.rows.at('dimension'))),
    ...plan.columns.flatMap((column, index) => check(column, origins.columns.at(index))),
  ]
}

/** Compares the path of the records and the key of the rows with a dataset. */
function checkResponse(screen: PlanWithSource, dataset: DatasetPlan): CompatibilityError[] {
  const { plan, origins } = screen
  const errors: CompatibilityError[] = []
  const { recordsIn } = dataset.response
  const recordsAt = recordsIn === null ? 'records' : `records.${recordsIn}`
  const records = plan.data.recordsPath.join('.')
  if (records !== recordsAt) {
    const message = `'${dataset.id}' sends no records in '${records}'; allowed is '${recordsAt}'`
    errors.push({ origin: origins.data.at('recordsPath'), rule: 'served-records', message })
  }
  const pivots = plan.columns.flatMap((column) => (column.kind === 'pivot' ? [column.pivot] : []))
  const shown = [...pivots, ...plan.rows.key.fields, ...(plan.rows.dimension?.fields ?? [])]
  const isMultiple = pivots.length > 0 || plan.selectors.some(({ multiple }) => multiple)
  const isHidden = dataset.dimensions.some(
    ({ multiple, field }) => multiple && (field === null || !shown.includes(field)),
  )
  const isJoined = (isMultiple && isHidden) || isDimension(plan, dataset)
  if (isJoined && plan.rows.duplicates === 'last') {
    const message = `of the records of several values with one key only the last would be shown; allowed is "duplicates": "combine" or "error"`
    errors.push({ origin: origins.rows.at('duplicates'), rule: 'served-multiple', message })
  }
  const shownFields = plan.columns.flatMap((column) =>
    column.kind === 'field' ? column.fields : column.kind === 'pivot' ? [column.value].flat() : [],
  )
  const query = dataset.from?.query
  const blank = query?.columns.find((one) => shownFields.includes(one.name) && canBeBlank(one, query))
  if (plan.rows.missing === 'zero' && blank !== undefined) {
    const message = `'${blank.name}' of '${dataset.id}' can be missing in a record, and would be shown as 0; allowed is "missing": "blank"`
    errors.push({ origin: origins.rows.at('missing'), rule: 'served-field', message })
  }
  return [...errors, ...checkJoined(screen, dataset), ...checkKey(screen, dataset)]
}

/** A total of two sums is one of the same records only if both lack those that the joined dataset does not have. */
function checkJoined({ plan: { columns }, origins }: PlanWithSource, dataset: DatasetPlan) {
  const query = dataset.from?.query
  if (query?.join !== 'left') return []
  const canMiss = (id: string): boolean[] => {
    const column = columns.find((one) => one.id === id)
    const field =
      column?.kind === 'field' ? query.columns.find(({ name }) => column.fields.includes(name)) : undefined
    return field === undefined ? listOperands(column).flatMap(canMiss) : [canBeBlank(field, query)]
  }
  const index = columns.findIndex(
    (column) => column.total.kind === 'computed' && new Set(listOperands(column).flatMap(canMiss)).size > 1,
  )
  const column = columns[index]
  if (column === undefined) return []
  const message = `the total of '${column.id}' would be of records of '${dataset.id}' that have both numbers and of others; join them by "paired", or let the dataset compute it`
  return [{ origin: origins.columns.at(index), rule: 'served-field' as const, message }]
}

const listOperands = (column: ColumnPlan | undefined): readonly string[] => {
  const operands = column === undefined ? null : getColumnKind(column).operands(column)
  return operands === 'series' ? [] : (operands ?? [])
}

/** Returns true if the rows are the values of a dimension. */
const isDimension = ({ rows: { key } }: PlanWithSource['plan'], { dimensions }: DatasetPlan): boolean =>
  key.kind === 'text' && dimensions.some(({ field }) => field !== null && key.fields.includes(field))

/** Compares the key of the rows with that of the dataset, or with a dimension. */
function checkKey({ plan, origins }: PlanWithSource, dataset: DatasetPlan): CompatibilityError[] {
  const { id, key } = dataset
  const { kind, fields } = plan.rows.key
  const at = origins.rows.at('key')
  const sent = dataset.response.leading.map(({ name }) => name)
  const [first, other] = fields.filter((field) => sent.includes(field))
  if (first !== undefined && other !== undefined) {
    const message = `every record of '${id}' has '${first}', so that '${other}' is never read; a list has other names of one field, and what identifies a row together with its key is rows.dimension`
    return [{ origin: at.at('field'), rule: 'served-key', message }]
  }
  if (isDimension(plan, dataset)) return []
  const errors: CompatibilityError[] = []
  if (!fields.includes(key.field)) {
    const found = fields.map((field) => `'${field}'`).join(', ')
    const message = `${found} is not the key of '${id}'; allowed is '${key.field}'`
    errors.push({ origin: at.at('field'), rule: 'served-key', message })
  }
  if (kind !== key.kind) {
    const message = `'${kind}' is not the kind of the key of '${id}'; allowed is '${key.kind}'`
    errors.push({ origin: at.at('kind'), rule: 'served-key', message })
  }
  return errors
}
