import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { loadDatasets } from '../../src/definition/load.ts'
import { migrate } from '../../src/server/database/migrate.ts'
import { signIn } from '../crash/api-client.ts'
import { explainPlans } from './growth/plans.ts'
import { fillDataset, fillHistory } from './growth/fill.ts'
import { buildImportFile, targets } from './growth/import-file.ts'
import { measureReads } from './growth/reads.ts'
import { formatMb, measureTables, type TableSize } from './growth/sizes.ts'
import { createPortal, readPeak } from './portal/own-portal.ts'

/*
 * Years of many carriers in every dataset, filled from the definitions alone: what they cost in rows and bytes, and how
 * long reads, an import, a backup, the history and a start take with them.
 * npm run bench:growth -- [--carriers 1000] [--years 10] [--database sqlite|postgres] [--events 400000] [--sizes-only]
 */

const Options = z.object({
  carriers: z.coerce.number().int().min(1).max(2_000).default(1_000),
  years: z.coerce.number().int().min(1).max(100).default(10),
  database: z.enum(['sqlite', 'postgres']).default('sqlite'),
  events: z.coerce.number().int().min(0).default(400_000),
  datasets: z.string().default('datasets'),
  'sizes-only': z.boolean().default(false),
})
const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    carriers: text,
    years: text,
    database: text,
    events: text,
    datasets: text,
    'sizes-only': { type: 'boolean' },
  },
})
const { carriers, years, database, events, datasets: folder, 'sizes-only': sizesOnly } = Options.parse(values)

const PASSWORD = 'tall-Harbour-29-tram'
const AUDIT_DAYS = 400
const lastYear = 2025
const firstYear = lastYear - years + 1
const datasets = loadDatasets(folder)

const portal = await createPortal(database, { DATASETS_DIR: folder })
try {
  console.log(
    `${carriers} carriers, ${years} years, ${database}; Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}`,
  )
  await fill()
  if (!sizesOnly) {
    await explainPlans(portal, datasets, { firstYear, lastYear })
    await measureServer()
    await measureCommands()
  }
} finally {
  await portal.remove()
}

/** Fills every dataset and the history; prints what each adds. */
async function fill(): Promise<void> {
  const handle = portal.open()
  await migrate(handle)
  printHead(['filled', 'rows', 'of names', 'MB', 'of it indexes', 'bytes/row', 's'])
  for (const dataset of datasets) {
    const before = await measureTables(handle)
    const started = performance.now()
    const records = await fillDataset(handle, dataset, { carriers, firstYear, lastYear })
    const seconds = (performance.now() - started) / 1_000
    const after = await measureTables(handle)
    const names = sum(after, 'rows', 'dataset_names') - sum(before, 'rows', 'dataset_names')
    const bytes = sum(after, 'bytes', 'dataset_') - sum(before, 'bytes', 'dataset_')
    const indexes = sum(after, 'indexes', 'dataset_') - sum(before, 'indexes', 'dataset_')
    print([
      dataset.id,
      String(records),
      String(names),
      formatMb(bytes),
      formatMb(indexes),
      (bytes / records).toFixed(0),
      seconds.toFixed(1),
    ])
  }
  const before = await measureTables(handle)
  const started = performance.now()
  await fillHistory(handle, { events, days: AUDIT_DAYS - 1, until: new Date() })
  const seconds = (performance.now() - started) / 1_000
  const after = await measureTables(handle)
  const [bytes, indexes] = (['bytes', 'indexes'] as const).map(
    (kind) => sum(after, kind, 'audit_events') - sum(before, kind, 'audit_events'),
  )
  print([
    'history',
    String(events),
    '',
    formatMb(bytes ?? 0),
    formatMb(indexes ?? 0),
    ((bytes ?? 0) / Math.max(1, events)).toFixed(0),
    seconds.toFixed(1),
  ])
  // What autovacuum does in time.
  if (database === 'postgres') await sql`vacuum analyze`.execute(handle.database)
  await handle.close()
}

/** Starts the server on the filled database and measures its reads. */
async function measureServer(): Promise<void> {
  await portal.run('admin', ['create', 'chief', '--keep-password'], { ADMIN_PASSWORD: PASSWORD })
  const started = performance.now()
  const server = await portal.start()
  const ready = performance.now() - started
  let slowest = 0
  const until = performance.now() + 15_000
  while (performance.now() < until) {
    const sent = performance.now()
    await (await fetch(`${portal.origin}/healthz`)).arrayBuffer()
    slowest = Math.max(slowest, performance.now() - sent)
    await setTimeout(5)
  }
  const { rss, delayMax } = await server.probe()
  console.log(
    `start: ready after ${ready.toFixed(0)} ms; in the 15 s after it /healthz max ${slowest.toFixed(0)} ms, event loop max ${delayMax.toFixed(0)} ms, RSS ${formatMb(rss)} MB, peak ${formatMb(readPeak(server.pid))} MB`,
  )
  const token = await signIn(portal.origin, 'chief', PASSWORD)
  await measureReads(portal.origin, token, { datasets, firstYear, lastYear, events })
  const memory = await server.probe()
  console.log(
    `after the reads: RSS ${formatMb(memory.rss)} MB, heap ${formatMb(memory.heapUsed)} MB, event loop p99 ${memory.delayP99.toFixed(0)} ms, max ${memory.delayMax.toFixed(0)} ms, peak ${formatMb(readPeak(server.pid))} MB`,
  )
  await server.stop()
}

/** Imports one more month of every dataset, checks and backs up. */
async function measureCommands(): Promise<void> {
  printHead(['command', 'rows', 's', 'peak MB', 'result'])
  for (const target of targets.filter(({ name }) => datasets.some(({ id }) => id === name))) {
    const file = join(portal.folder, 'import.csv')
    const { dataset, records, csv, replaced } = buildImportFile(target, {
      year: lastYear + 1,
      month: 1,
      carriers,
      seed: 1,
    })
    writeFileSync(file, csv)
    const { seconds, peak, output } = await portal.run('data', [
      'import',
      dataset,
      file,
      '--replace',
      replaced,
    ])
    const result = output.trim().split('\n').at(-1) ?? ''
    print([`import ${dataset}`, String(records), seconds.toFixed(1), formatMb(peak), result.slice(0, 120)])
  }
  for (const args of [['list'], ['check'], ['backup', join(portal.folder, 'backup.gz')]]) {
    const { seconds, peak, output } = await portal.run('data', args)
    const result = output.trim().split('\n').at(-1)?.replaceAll(portal.folder, '') ?? ''
    print([`data ${args[0] ?? ''}`, '', seconds.toFixed(1), formatMb(peak), result.slice(0, 120)])
  }
}

function sum(tables: readonly TableSize[], kind: 'rows' | 'bytes' | 'indexes', prefix: string): number {
  return tables.filter(({ name }) => name.startsWith(prefix)).reduce((total, table) => total + table[kind], 0)
}

function print(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}

function printHead(cells: readonly string[]): void {
  print(cells)
  console.log(`|${'---|'.repeat(cells.length)}`)
}
