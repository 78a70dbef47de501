import { getYearField } from '../../dataset/key-spans.ts'
import { listReads } from '../../query/formula.ts'
import { isAffected, listReaders } from '../../query/plan.ts'
import { type ColumnFormula, getFormula, listRecords } from '../../report/model/column-kind.ts'
import { findGrain } from '../../report/alerts/missing.ts'
import type { ColumnPlan, ReportPlan } from '../../report/model/report-plan.ts'
import { isPeriod } from '../../report/selection/selector-kinds.ts'
import { getColumnDefinitionKind, type RequestedRead } from '../columns/check-column.ts'
import type { DatasetPlan, ReadKind } from '../../dataset/dataset-plan.ts'
import type { Place } from '../../diagnostics/diagnostic.ts'
import type { PlanWithSource } from '../sections.ts'
import { checkOptions, checkRequest, warnUnserved } from './check-request.ts'
import { findRoute, type Route, suggestUrl } from '../../dataset/routes.ts'
import { buildSampleRequests, resolveParameters } from '../../dataset/sample-requests.ts'

/** Compares one screen with the datasets: each call that a dataset serves, and how the response is read. */
export function checkScreen(screen: PlanWithSource, routes: readonly Route[]): void {
  const { origins, plan, written } = screen
  checkOptions(screen, routes)
  warnOfFirstOptions(screen)
  const read = findDatasets('list', written.data, origins.data.at('url'), screen, routes)
  for (const [dataset, requested] of read) {
    checkResponse(screen, dataset)
    checkKey(screen, dataset)
    checkColumns(screen, dataset, requested)
    warnOfSums(screen, dataset)
    warnOfQuotients(screen, dataset)
  }
  if (plan.data.binding.length === 0) warnOfUnknownPeriods(screen)
  if (written.download === null || origins.download === null) return
  const at = origins.download.at('url')
  const downloaded = findDatasets('download', written.download, at, screen, routes)
  const [records] = read.keys()
  const otherDataset = [...downloaded.keys()].find((dataset) => !read.has(dataset))
  if (records === undefined || otherDataset === undefined) return
  const download = records.endpoints.download
  const allowed = download === null ? 'which has no download' : `whose download is '${download.url}'`
  const message = `the workbook is of '${otherDataset.id}', but the records are of '${records.id}', ${allowed}`
  at.error('served-dataset', message)
}

const contents: Readonly<Record<ReadKind, string>> = {
  list: 'records',
  years: 'years',
  months: 'months',
  values: 'values of a dimension',
  download: 'a workbook',
  record: 'one record',
}

/**
 * Compares a call, for each sample request, with the endpoint that serves it. Returns the datasets that serve it, with the
 * values that are requested of each.
 */
function findDatasets(
  kind: 'list' | 'download',
  url: string,
  place: Place,
  { plan, origins, written }: PlanWithSource,
  routes: readonly Route[],
): ReadonlyMap<DatasetPlan, readonly RequestedRead[]> {
  const datasets = new Map<DatasetPlan, RequestedRead[]>()
  const paths = { call: place, selectors: origins.selectors, params: origins.params }
  for (const sample of buildSampleRequests(plan, routes)) {
    const call = resolveParameters(plan.selectors, url, sample, written.fixed)
    const routeMatch = findRoute(call, routes)
    if (routeMatch === null) {
      warnUnserved(call.url, place, routes, [kind])
      continue
    }
    const { dataset, kind: foundKind } = routeMatch.route
    if (foundKind !== kind) {
      const allowed = dataset.endpoints[kind]
      const end = allowed === null ? suggestUrl(call.url, routes, [kind]) : `; allowed is '${allowed.url}'`
      const wanted = kind === 'list' ? 'its records' : 'its workbook'
      const message = `'${call.url}' returns ${contents[foundKind]} of '${dataset.id}', not ${wanted}${end}`
      place.error('served-call', message)
      continue
    }
    const requested = checkRequest(call, routeMatch, sample, paths)
    if (requested !== null) datasets.set(dataset, [...(datasets.get(dataset) ?? []), requested])
  }
  return datasets
}

/** Compares the columns of a screen with a dataset; `requested` contains each way in which its list is requested. */
function checkColumns(
  { plan, origins }: PlanWithSource,
  dataset: DatasetPlan,
  requested: readonly RequestedRead[],
): void {
  const { listPaths } = plan.data
  const check = (column: ColumnPlan, origin: Place) => {
    const context = { dataset, requested, listPaths, origin, data: origins.data }
    getColumnDefinitionKind(column).checkDataset(column, context)
  }
  const { dimension } = plan.rows
  if (dimension !== null) check(dimension, origins.rows.at('dimension'))
  for (const [index, column] of plan.columns.entries()) check(column, origins.columns.at(index))
}

/** Warns of columns such as a median of records, where a record can be the sum of several rows of a file. */
function warnOfSums({ plan, origins }: PlanWithSource, { from }: DatasetPlan): void {
  const source = from?.sources[0]
  if (source === undefined || source.read.repeated === null) return
  for (const [index, column] of plan.columns.entries()) {
    const sampled = listRecords(column).find(({ sampling }) => sampling?.by === null)
    if (sampled === undefined) continue
    const message = `a record of '${source.id}' can be the sum of several rows of a file; the ${sampled.aggregate} is of those sums, not of the rows`
    origins.columns.at(index, 'value').error('summed-records', message)
  }
}

/** Warns of quotients whose dividend leaves out records without a joined record, which the divisor counts. */
function warnOfQuotients({ plan: { columns }, origins }: PlanWithSource, { from }: DatasetPlan): void {
  if (from === null) return
  const { query, samples, sources } = from
  const readersOf = (isOfKind: Parameters<typeof listReaders>[1]) =>
    [query, ...samples].flatMap((plan) => listReaders(plan, isOfKind))
  const ofSource = readersOf(({ input }) => input === 0)
  const joins = query.inputs.flatMap(({ join }, index) =>
    join === null || join.rows === 'both'
      ? []
      : {
          index,
          readers: readersOf(
            (aggregation) =>
              aggregation.input === 0 && isAffected(aggregation, { input: index, measures: null }),
          ),
        },
  )
  for (const [index, column] of columns.entries()) {
    const quotients = listQuotients(getFormula(column)).map((operands) =>
      operands.map((operand) => listFields(operand, column, columns)),
    )
    const partial = joins.filter(({ readers }) =>
      quotients.some(([dividend = [], divisor = []]) => {
        const counts = (fields: readonly string[]) => fields.some((field) => readers.includes(field))
        return counts(dividend) && !counts(divisor) && divisor.some((field) => ofSource.includes(field))
      }),
    )
    if (partial.length === 0) continue
    const names = partial.map(({ index }) => `'${sources[index]?.id}'`).join(' and ')
    const message = `only the dividend leaves out records that have none of ${names}; write mean(x, weight), such as mean(rates.rate, minutes), which counts a weight only where x is there`
    origins.columns.at(index, 'value').error('quotient-records', message)
  }
}

const listQuotients = (formula: ColumnFormula | null): (readonly ColumnFormula[])[] => {
  if (formula?.kind !== 'operation')
    return formula !== null && 'of' in formula ? listQuotients(formula.of) : []
  return [
    ...(formula.operation === '/' ? [formula.operands] : []),
    ...formula.operands.flatMap(listQuotients),
  ]
}

/** Lists the fields of records that a formula reads by itself and by the columns that it names. */
const listFields = (
  formula: ColumnFormula,
  column: ColumnPlan,
  columns: readonly ColumnPlan[],
): readonly string[] =>
  listReads(formula).flatMap((read): readonly string[] => {
    if ('record' in read) {
      const { formula: ofRecord = null } = listRecords(column)[read.record] ?? {}
      return ofRecord === null ? [] : listReads(ofRecord).flat()
    }
    const named = columns.find(({ id }) => 'column' in read && id === read.column)
    if (named === undefined) return []
    const namedFormula = getFormula(named)
    if (namedFormula !== null) return listFields(namedFormula, named, columns)
    return 'fields' in named ? named.fields : []
  })

/** Compares the path of the records, and what a row is made of, with a dataset. */
function checkResponse({ plan, origins }: PlanWithSource, dataset: DatasetPlan): void {
  const { id, dimensions, response } = dataset
  const recordsAt = response.recordsIn === null ? 'records' : `records.${response.recordsIn}`
  const records = plan.data.recordsPath.join('.')
  if (records !== recordsAt) {
    const message = `'${id}' sends no records in '${records}'; allowed is '${recordsAt}'`
    origins.data.at('recordsPath').error('served-records', message)
  }
  const pivots = plan.columns.flatMap((column) => (column.kind === 'pivot' ? [column.pivot] : []))
  const shown = [...pivots, ...plan.rows.key.fields, ...(plan.rows.dimension?.fields ?? [])]
  const isMultiple = pivots.length > 0 || plan.selectors.some(({ multiple }) => multiple)
  const isHidden = dimensions.some(
    ({ multiple, field }) => multiple && (field === null || !shown.includes(field)),
  )
  const isJoined = (isMultiple && isHidden) || isDimension(plan, dataset)
  if (isJoined && plan.rows.duplicates === 'last') {
    const message = `of the records of several values with one key only the last would be shown; allowed is "duplicates": "combine" or "error"`
    origins.rows.at('duplicates').error('served-multiple', message)
  }
}

const isDimension = ({ rows: { key } }: PlanWithSource['plan'], { dimensions }: DatasetPlan): boolean =>
  key.kind === 'text' && dimensions.some(({ field }) => field !== null && key.fields.includes(field))

/** Compares the key of the rows with that of the dataset, or with a dimension. */
function checkKey({ plan, origins }: PlanWithSource, dataset: DatasetPlan): void {
  const { id, key, response } = dataset
  const { kind, fields } = plan.rows.key
  const place = origins.rows.at('key')
  const sent = response.leading.map(({ name }) => name)
  const [first, second] = fields.filter((field) => sent.includes(field))
  if (first !== undefined && second !== undefined) {
    const message = `every record of '${id}' has '${first}', so that '${second}' is never read; a list has other names of one field, and what identifies a row together with its key is rows.dimension`
    place.at('field').error('served-key', message)
    return
  }
  if (isDimension(plan, dataset)) return
  if (!fields.includes(key.field)) {
    const found = fields.map((field) => `'${field}'`).join(', ')
    place.at('field').error('served-key', `${found} is not the key of '${id}'; allowed is '${key.field}'`)
  }
  if (kind !== key.kind) {
    const message = `'${kind}' is not the kind of the key of '${id}'; allowed is '${key.kind}'`
    place.at('kind').error('served-key', message)
  }
  const { key: asked } = plan.rows
  const year = getYearField(key)
  if (asked.kind === 'month' && asked.yearField !== undefined && asked.yearField !== year) {
    const message = `'${asked.yearField}' is not the field with the year of '${id}'${year === undefined ? '' : `; allowed is '${year}'`}`
    place.at('yearField').error('served-key', message)
  }
}

/** Warns of alerts that watch only the first option of a selector, because neither they nor the selector say another. */
function warnOfFirstOptions({ plan, alerts }: PlanWithSource): void {
  for (const { plan: alert, origin } of alerts) {
    for (const selector of plan.selectors) {
      const { name, options } = selector
      const isOnly = 'fixed' in options && options.fixed.length === 1
      if (
        isPeriod(selector) ||
        isOnly ||
        !selector.required ||
        selector.default !== null ||
        name in alert.selectors
      )
        continue
      const first = 'fixed' in options ? `, '${options.fixed[0]?.value ?? ''}'` : ''
      const message = `no value for '${name}': the alert watches only its first option${first}`
      origin.error('alert-selector', message)
    }
  }
}

/** Returns true if the records of a screen are of periods that are longer than a day. */
export const hasLongPeriods = (plan: ReportPlan): boolean => {
  const grain = findGrain(plan)
  return grain !== null && grain !== 'day'
}

/** Warns of alerts on a change of periods of which no dataset says whether they are complete. */
function warnOfUnknownPeriods({ plan, alerts }: PlanWithSource): void {
  if (!hasLongPeriods(plan)) return
  for (const { plan: alert, origin } of alerts) {
    if (alert.when.kind === 'missing' || alert.when.change === null) continue
    const message = `no dataset says how complete the latest ${findGrain(plan)} is, whose change the alert watches`
    origin.at('change').error('period-unknown', message)
  }
}
