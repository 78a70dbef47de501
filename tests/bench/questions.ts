import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildRecordKey } from '../../src/dataset/record-keys.ts'
import { noSources } from '../../src/server/data/sources/sources.ts'
import { readResponse } from '../../src/server/data/tables/sent-records.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../src/server/platform/database/open.ts'
import { createDatabase } from '../postgres/databases.ts'
import { compileQuestion, compileSources } from '../support/questions.ts'

/**
 * Questions to large datasets: `npm run bench -- questions CARRIERS DESTINATIONS DAYS MONTHS`. TEST_ENGINE=postgres with
 * TEST_DATABASE_URL asks PostgreSQL.
 */

const [carriers = 300, destinations = 27, days = 31, months = 1] = process.argv.slice(2).map(Number)
const ROUNDS = 9

const isDaily = days > 1
const sources = compileSources([
  {
    id: 'traffic',
    title: 'Traffic',
    time: isDaily ? { kind: 'date', field: 'day' } : { kind: 'month' },
    dimensions: [
      { id: 'carrier', field: 'carrier' },
      { id: 'destination', field: 'destination' },
    ],
    measures: ['minutes', 'attempts', 'answered'].map((field) => ({ field })),
    endpoints: {},
  },
])
const [source] = sources
if (source === undefined) throw new Error('there is no dataset')

const dataDir = mkdtempSync(join(tmpdir(), 'questions-'))
const server = process.env['TEST_ENGINE'] === 'postgres' ? await createDatabase('template0') : undefined
const engine = openDatabaseHandle({ dataDir, databaseUrl: server?.url })
await migrate(engine)
const count = carriers * destinations
let stored = 0
for (let month = 1; month <= months; month += 1) {
  for (let day = 1; day <= days; day += 1) {
    const key = `2025-${String(month).padStart(2, '0')}${isDaily ? `-${String(day).padStart(2, '0')}` : ''}`
    const { period } = buildRecordKey(source, key)
    await sql`
      insert into dataset_records (dataset, id, scope, period, key, measures, d1, d2)
      with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)}),
      named as (
        select n, 'Carrier ' || (n % ${sql.lit(carriers)}) as carrier,
          'Destination ' || (n / ${sql.lit(carriers)}) as destination, (n * 7919 + ${sql.lit(day)}) % 10000 as calls
        from numbers
      )
      select 'traffic', ${sql.lit(stored)} + n, carrier || '/' || destination, ${sql.lit(period)}, ${sql.lit(key)},
        cast('{"minutes":' || (calls * 1.25) || ',"attempts":' || calls || ',"answered":' || (calls / 2) || '}'
          as ${sql.raw(engine.name === 'sqlite' ? 'text' : 'json')}),
        carrier, destination
      from named`.execute(engine.database)
    stored += count
  }
}
console.log(`${engine.name}, ${stored} records\n`)

/** Asks a question several times, and prints the median. */
async function measure(name: string, changes: Readonly<Record<string, unknown>>, month?: number) {
  const { dataset } = compileQuestion(
    {
      selectors: [{ kind: 'year' }, ...(month === undefined ? [] : [{ kind: 'month' }])],
      rows: { by: ['carrier'] },
      columns: ['minutes'],
      ...changes,
      data: { dataset: 'traffic', ...(changes['data'] as object | undefined) },
    },
    sources,
  )
  const read = {
    dataset,
    wanted: dataset.dimensions.map(() => null),
    year: 2025,
    ...(month !== undefined && { month }),
  }
  const rounds: { readonly elapsed: number; readonly cpu: number }[] = []
  let size = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const [start, usage] = [performance.now(), process.cpuUsage()]
    const answer = await readResponse({ db: engine.database, reads: noSources }, read, Infinity)
    const { user, system } = process.cpuUsage(usage)
    rounds.push({ elapsed: performance.now() - start, cpu: (user + system) / 1000 })
    size = answer.length
  }
  const format = (part: 'elapsed' | 'cpu') =>
    (
      rounds.map((round) => round[part]).toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0
    ).toFixed(0)
  console.log(`| ${name} | ${format('elapsed')} | ${format('cpu')} | ${(size / 1024).toFixed(0)} |`)
}

console.log('| question | ms | CPU ms | KiB |\n|---|---|---|---|')
await measure('month by carrier, one measure', {}, 1)
await measure('month by carrier, three measures', { columns: ['minutes', 'attempts', 'answered'] }, 1)
await measure(
  'month by carrier, of one destination',
  { data: { where: { destination: ['Destination 1'] } } },
  1,
)
await measure('month by carrier and destination', { rows: { by: ['carrier', 'destination'] } }, 1)
if (isDaily) await measure('month by day', { rows: { by: ['day'] } }, 1)
await measure('year by carrier', {})
await measure('year by month', { rows: { by: ['month'] } })
await engine.close()
await server?.drop()
rmSync(dataDir, { recursive: true })
