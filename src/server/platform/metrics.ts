import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

declare module 'fastify' {
  interface FastifyInstance {
    readonly metrics: Metrics
  }
}

export type Metrics = ReturnType<typeof createMetrics>

const BUCKETS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10]

/** Creates the metrics of one app. Labels have few values: patterns of routes, ids of definitions, names of events. */
function createMetrics() {
  const registry = new Registry()
  const describe = <L extends string>(name: string, help: string, ...labelNames: L[]) => ({
    name: `portal_${name}`,
    help,
    labelNames,
    registers: [registry],
  })
  const requests = describe('http_request_duration_seconds', 'Time to answer', 'method', 'route', 'status')
  return {
    registry,
    requests: new Histogram({ ...requests, buckets: BUCKETS }),
    events: new Counter(describe('events_total', 'Events of the log, such as signed in', 'event')),
    cache: new Counter(describe('report_cache_total', 'Calls of reports: hit or miss', 'result')),
    sourceReads: new Counter(
      describe('source_reads_total', 'Reads of sources: read, kept or failed', 'connection', 'result'),
    ),
    databaseUp: new Gauge(describe('database_up', '1 if the database answered this request')),
    jobs: new Gauge(describe('jobs', 'Jobs of all servers; finished ones for 30 days', 'kind', 'state')),
    lastImport: new Gauge(
      describe('dataset_last_import_timestamp_seconds', 'Time of the last import into a dataset', 'dataset'),
    ),
    lastRecord: new Gauge(
      describe('dataset_last_record_timestamp_seconds', 'End of the last period with records', 'dataset'),
    ),
  }
}

/** Counts the requests of an app, and the process from its start to listen. */
export function registerMetrics(app: FastifyInstance): void {
  const metrics = createMetrics()
  app.decorate('metrics', metrics)
  app.addHook('onListen', async () => collectDefaultMetrics({ register: metrics.registry }))
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: `${String(reply.statusCode)[0]}xx` }
    metrics.requests.observe(labels, reply.elapsedTime / 1000)
  })
}
