import { childRef, type SourceRef } from '../diagnostic.ts'
import type { PlanWithSource } from '../sections.ts'
import type { DatasetPlan } from '../datasets/dataset-plan.ts'
import type { CompatibilityError, RequestedRead } from './check-compatibility.ts'
import { checkResponse, checkColumns } from './check-response.ts'
import { checkRequest } from './check-call.ts'
import { checkOptions, nowhere } from './check-options.ts'
import { findRoute, nearestUrl, type ReadKind, type Route } from './routes.ts'
import { type SampleRequest, buildSampleRequests } from './sample-requests.ts'
import { resolveParameters } from './sent-parameters.ts'

/** Holds one screen against the datasets: each of its calls that a dataset serves, and what it makes of the answer. */
export function checkScreen(placed: PlanWithSource, routes: readonly Route[]): CompatibilityError[] {
  const { plan, origins, written } = placed
  const samples = buildSampleRequests(plan, routes)
  const data = fitTarget(
    'list',
    plan.data.url,
    written.data,
    childRef(origins.data, 'url'),
    placed,
    samples,
    routes,
  )
  const faults = [...checkOptions(placed, routes), ...data.faults]
  for (const [dataset, asked] of data.datasets) {
    faults.push(...checkResponse(placed, dataset), ...checkColumns(placed, dataset, asked))
  }
  if (plan.download === null || written.download === null || origins.download === null) return faults
  const at = childRef(origins.download, 'url')
  const download = fitTarget('download', plan.download.url, written.download, at, placed, samples, routes)
  faults.push(...download.faults)
  const [records] = data.datasets.keys()
  const other = [...download.datasets.keys()].find((dataset) => !data.datasets.has(dataset))
  if (records !== undefined && other !== undefined) {
    const own = records.endpoints.download
    const allowedIs = own === null ? 'which has no download' : `whose download is '${own.url}'`
    const message = `the workbook is of '${other.id}', but the records are of '${records.id}', ${allowedIs}`
    faults.push({ origin: at, rule: 'served-dataset', message })
  }
  return faults
}

interface FitTarget {
  readonly faults: readonly CompatibilityError[]
  /** The datasets that answer as they are meant to, with what they are asked for. */
  readonly datasets: ReadonlyMap<DatasetPlan, readonly RequestedRead[]>
}

/** Holds a call, for each choice, against the endpoint that it leads to. */
function fitTarget(
  kind: 'list' | 'download',
  url: string,
  written: string,
  at: SourceRef,
  { plan, origins }: PlanWithSource,
  samples: readonly SampleRequest[],
  routes: readonly Route[],
): FitTarget {
  const faults: CompatibilityError[] = []
  const datasets = new Map<DatasetPlan, RequestedRead[]>()
  const places = { call: at, selectors: origins.selectors, params: origins.params }
  for (const sample of samples) {
    const call = resolveParameters(plan.selectors, url, written, sample)
    const found = findRoute(call, routes)
    if (found === null) {
      faults.push(nowhere(url, at, routes, [kind]))
      continue
    }
    if (found.route.kind !== kind) {
      faults.push({ origin: at, ...otherKind(kind, url, found.route, routes) })
      continue
    }
    const { dataset } = found.route
    const fit = checkRequest(call, found, sample, places)
    faults.push(...fit.faults)
    // With another period it may well be another dataset that is meant.
    if (fit.faults.some(({ rule }) => rule === 'served-period')) continue
    datasets.set(dataset, [...(datasets.get(dataset) ?? []), fit.dimensions])
  }
  return { faults, datasets }
}

const brings: Readonly<Record<ReadKind, string>> = {
  list: 'records',
  years: 'years',
  months: 'months',
  download: 'a workbook',
  record: 'one record',
}

function otherKind(
  kind: 'list' | 'download',
  url: string,
  { dataset, kind: found }: Route,
  routes: readonly Route[],
): Pick<CompatibilityError, 'rule' | 'message'> {
  const own = dataset.endpoints[kind]
  const end = own === null ? nearestUrl(url, routes, [kind]) : `; allowed is '${own.url}'`
  const wanted = kind === 'list' ? 'its records' : 'its workbook'
  return {
    rule: kind === 'list' ? 'served-url' : 'served-download',
    message: `'${url}' brings ${brings[found]} of '${dataset.id}', not ${wanted}${end}`,
  }
}
