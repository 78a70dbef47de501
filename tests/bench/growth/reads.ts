import { createHistogram } from 'node:perf_hooks'
import { Pool } from 'undici'
import type { DatasetPlan, EndpointKind } from '../../../src/definition/datasets/dataset-plan.ts'
import { createSeededRandom } from '../../crash/seeded-random.ts'
import { listScopeValues } from './records.ts'
import { formatUrl } from './urls.ts'

interface Extent {
  readonly datasets: readonly DatasetPlan[]
  readonly firstYear: number
  readonly lastYear: number
  readonly events: number
}

const KINDS = ['list', 'years', 'months', 'download'] as const satisfies readonly EndpointKind[]
const COLD_READS = 100
const PAGE_SIZE = 25

/**
 * Measures every kind of read of every dataset, one request at a time: cold with another selection each time, which no
 * cache has, and warm with the last one again and again.
 */
export async function measureReads(origin: string, token: string, extent: Extent): Promise<void> {
  const pool = new Pool(origin, { connections: 1 })
  const headers = { authorization: `Bearer ${token}` }
  const read = async (path: string) => {
    const started = process.hrtime.bigint()
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
    const bytes = (await body.arrayBuffer()).byteLength
    if (statusCode !== 200) throw new Error(`${path}: status ${statusCode}`)
    return { bytes, time: process.hrtime.bigint() - started }
  }
  const measure = async (what: string, paths: readonly string[]) => {
    const [cold, warm] = [createHistogram(), createHistogram()]
    let largest = 0
    for (const path of paths) {
      const { bytes, time } = await read(path)
      cold.record(time)
      largest = Math.max(largest, bytes)
    }
    const again = paths.at(-1) ?? ''
    for (let turn = 0; turn < COLD_READS; turn += 1) warm.record((await read(again)).time)
    const format = ({ percentile }: { percentile: (share: number) => number }, share: number) =>
      (percentile(share) / 1e6).toFixed(1)
    const cells = [cold, warm].flatMap((times) =>
      [50, 99].map((share) => format({ percentile: (one) => times.percentile(one) }, share)),
    )
    console.log(`| ${[what, String(paths.length), ...cells, (largest / 1024).toFixed(0)].join(' | ')} |`)
  }
  console.log('| read | selections | cold p50 ms | p99 | warm p50 ms | p99 | largest KiB |')
  console.log('|---|---|---|---|---|---|---|')
  for (const dataset of extent.datasets) {
    for (const kind of KINDS) {
      const paths = listPaths(dataset, kind, extent)
      if (paths.length > 0) await measure(`${dataset.id} ${kind}`, paths)
    }
  }
  const lastPage = Math.max(1, Math.floor(extent.events / PAGE_SIZE) - 60)
  const history = (page: number, filter = '') => `/v1/audit-events?page=${page}&size=${PAGE_SIZE}${filter}`
  const pages = (first: number, filter = '') =>
    Array.from({ length: 20 }, (_, index) => history(first + index, filter))
  await measure('history, first pages', pages(0))
  await measure('history, last pages', pages(lastPage))
  await measure('history of a person', pages(0, '&actor=person-7'))
  await measure('history by part of a subject', pages(0, '&subject=person-1'))
  await pool.close()
}

/** Different URLs of an endpoint, in an order that a seed decides. */
function listPaths(
  dataset: DatasetPlan,
  kind: (typeof KINDS)[number],
  { firstYear, lastYear }: Extent,
): string[] {
  const endpoint = dataset.endpoints[kind]
  if (endpoint === null) return []
  const random = createSeededRandom(7)
  const paths = new Set<string>()
  for (let turn = 0; turn < COLD_READS * 4 && paths.size < COLD_READS; turn += 1) {
    paths.add(
      formatUrl(dataset, endpoint, {
        values: random.pick(listScopeValues(dataset)),
        year: firstYear + random.below(lastYear - firstYear + 1),
        month: 1 + random.below(12),
      }),
    )
  }
  return [...paths]
}
