import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

declare module 'fastify' {
  interface FastifyInstance {
    readonly metrics: Metrics
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics of one app. Labels have few values: patterns of routes, ids of definitions, names of events. */
function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    events: new Counter({
      name: 'portal_events_total',
      help: 'Events of the log, such as signed in, sign-in failed, report exported',
      labelNames: ['event'],
      registers,
    }),
    requests: new Histogram({
      name: 'portal_http_request_duration_seconds',
      help: 'Time from a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    cache: new Counter({
      name: 'portal_report_cache_total',
      help: 'Calls of reports by what the cache had: hit or miss',
      labelNames: ['result'],
      registers,
    }),
    sourceReads: new Counter({
      name: 'portal_source_reads_total',
      help: 'Reads of other databases by result: read, kept (a recent answer) or failed',
      labelNames: ['connection', 'result'],
      registers,
    }),
    databaseUp: new Gauge({
      name: 'portal_database_up',
      help: '1 if the database answered this request',
      registers,
    }),
    jobs: new Gauge({
      name: 'portal_jobs',
      help: 'Jobs of all servers by kind and state; finished ones are stored for 30 days',
      labelNames: ['kind', 'state'],
      registers,
    }),
    lastImport: new Gauge({
      name: 'portal_dataset_last_import_timestamp_seconds',
      help: 'Time of the last import into a dataset',
      labelNames: ['dataset'],
      registers,
    }),
    lastRecord: new Gauge({
      name: 'portal_dataset_last_record_timestamp_seconds',
      help: 'End (UTC) of the last day, month or other period with records of a dataset',
      labelNames: ['dataset'],
      registers,
    }),
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
