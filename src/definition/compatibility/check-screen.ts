import { childRef, type SourceRef } from '../diagnostic.ts'
import type { PlanWithSource } from '../sections.ts'
import type { DatasetPlan } from '../datasets/dataset-plan.ts'
import type { CompatibilityError, RequestedRead } from './check-compatibility.ts'
import { checkResponse, checkColumns } from './check-response.ts'
import { checkRequest } from './check-call.ts'
import { checkOptions, buildUnservedWarning } from './check-options.ts'
import { findRoute, suggestUrl, type ReadKind, type Route } from './routes.ts'
import { type SampleRequest, buildSampleRequests } from './sample-requests.ts'
import { resolveParameters } from './sent-parameters.ts'

/** Compares one screen with the datasets: each call that a dataset serves, and how the response is read. */
export function checkScreen(screen: PlanWithSource, routes: readonly Route[]): CompatibilityError[] {
  const { plan, origins, written } = screen
  const samples = buildSampleRequests(plan, routes)
  const data = checkTarget(
    'list',
    plan.data.url,
    written.data,
    childRef(origins.data, 'url'),
    screen,
    samples,
    routes,
  )
  const faults = [...checkOptions(screen, routes), ...data.faults]
  for (const [dataset, requested] of data.datasets) {
    faults.push(...checkResponse(screen, dataset), ...checkColumns(screen, dataset, requested))
  }
  if (plan.download === null || written.download === null || origins.download === null) return faults
  const at = childRef(origins.download, 'url')
  const download = checkTarget('download', plan.download.url, written.download, at, screen, samples, routes)
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

interface TargetResult {
  readonly faults: readonly CompatibilityError[]
  /** The datasets that serve the call, with the values that are requested of each. */
  readonly datasets: ReadonlyMap<DatasetPlan, readonly RequestedRead[]>
}

/** Compares a call, for each sample request, with the endpoint that serves it. */
function checkTarget(
  kind: 'list' | 'download',
  url: string,
  written: string,
  at: SourceRef,
  { plan, origins }: PlanWithSource,
  samples: readonly SampleRequest[],
  routes: readonly Route[],
): TargetResult {
  const faults: CompatibilityError[] = []
  const datasets = new Map<DatasetPlan, RequestedRead[]>()
  const paths = { call: at, selectors: origins.selectors, params: origins.params }
  for (const sample of samples) {
    const call = resolveParameters(plan.selectors, url, written, sample)
    const found = findRoute(call, routes)
    if (found === null) {
      faults.push(buildUnservedWarning(url, at, routes, [kind]))
      continue
    }
    if (found.route.kind !== kind) {
      faults.push({ origin: at, ...describeOtherKind(kind, url, found.route, routes) })
      continue
    }
    const { dataset } = found.route
    const result = checkRequest(call, found, sample, paths)
    faults.push(...result.faults)
    // With another period it may well be another dataset that is meant.
    if (result.faults.some(({ rule }) => rule === 'served-period')) continue
    datasets.set(dataset, [...(datasets.get(dataset) ?? []), result.dimensions])
  }
  return { faults, datasets }
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
