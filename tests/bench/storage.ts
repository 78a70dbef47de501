import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { applyRecords } from '../../src/cli/data/import/apply-records.ts'
import { Faults } from '../../src/cli/data/import/faults.ts'
import type { ParsedFile } from '../../src/cli/data/import/parsed-file.ts'
import type { Engine } from '../../src/server/database/engine.ts'
import { transact } from '../../src/server/database/transact.ts'
import { postgresDatabases, sqliteDatabases } from './storage/databases.ts'
import { arrays, objects } from './storage/figure-texts.ts'
import type { Dataset, Form } from './storage/form.ts'
import { rowPerFigure } from './storage/row-per-figure.ts'
import { rowPerRecord } from './storage/row-per-record.ts'
import { FIXED_NAMES, tablesOfToday } from './storage/tables-of-today.ts'

/*
 * Ways to store the records of any dataset, side by side: reads, imports, sums in SQL, lists of months, size on disk.
 * The forms take turns, so that whatever else the machine does meets all of them. `docs/decisions/dataset-storage.md`
 * says what came of it. `--forms T,R` measures only these.
 */

const Options = z.object({
  database: z.enum(['sqlite', 'postgres']).default('sqlite'),
  forms: z.string().optional(),
  rounds: z.coerce.number().int().min(1).max(100).default(3),
})
const { values } = parseArgs({
  options: { database: { type: 'string' }, forms: { type: 'string' }, rounds: { type: 'string' } },
})
const { database: engineName, forms: chosen, rounds: importRounds } = Options.parse(values)

const datasets = { fixed: 'daily-minutes', free: 'international-minutes' }
const key: ('dataset' | 'scope' | 'period' | 'key')[] = ['dataset', 'scope', 'period', 'key']
const plainRecords = { texts: objects, datasets, key, numbered: true }
/** R2 has the names apart, R3 no id and the dataset as a number, R4 the period before the scope. */
const everyForm: readonly Form[] = [
  tablesOfToday,
  rowPerFigure,
  rowPerRecord({ ...plainRecords, name: 'R' }),
  rowPerRecord({ ...plainRecords, name: 'R2', texts: arrays }),
  rowPerRecord({ ...plainRecords, name: 'R3', datasets: { fixed: 1, free: 2 }, numbered: false }),
  rowPerRecord({ ...plainRecords, name: 'R4', key: ['dataset', 'period', 'scope', 'key'] }),
]
const forms = everyForm.filter(({ name }) => chosen?.split(',').includes(name) ?? true)

const samples = new Map<string, Map<Form, number[]>>()
const databases = engineName === 'postgres' ? await postgresDatabases() : sqliteDatabases()
try {
  for (let round = 0; round < importRounds; round += 1) {
    for (const form of forms) await measureImport(form)
  }
  const opened = []
  for (const form of forms) opened.push({ form, engine: await openDecade(form) })
  for (const { form, engine } of turns(opened, 200)) {
    await measureRead(form, engine, 'month of 31 x 7, fixed', 'fixed', 'DAILY', '2024-03')
    await measureRead(form, engine, 'month of 31 x 8', 'free', 'NARROW', '2024-03')
  }
  for (const { form, engine } of turns(opened, 40)) {
    await measureRead(form, engine, 'month of 31 x 200', 'free', 'WIDE', '2024-03')
  }
  for (const { form, engine } of turns(opened, 9)) {
    await measureRead(form, engine, 'year of 366 x 200', 'free', 'WIDE', '2024')
    await measureQuery(form, engine, 'sum by month, 3,653 x 7', form.sum('fixed', 'DAILY', 'mtn'))
    await measureQuery(form, engine, 'sum by month, 3,653 x 200', form.sum('free', 'WIDE', 'Carrier 150'))
  }
  for (const { form, engine } of opened) await addScopes(form, engine)
  for (const { form, engine } of turns(opened, 5)) {
    for (const [how, query] of Object.entries(form.months)) {
      await measureQuery(form, engine, `months of 730,000 records, ${how}`, query)
    }
  }
  for (const { form, engine } of turns(opened, 40)) {
    await measureRead(form, engine, 'month of one of 200 scopes', 'fixed', 'SCOPE 77', '2024-03')
    await measureRead(form, engine, 'year of one of 200 scopes', 'fixed', 'SCOPE 77', '2024')
  }
  for (const { engine } of opened) await engine.close()
} finally {
  print()
  await databases.remove()
}

/** 100,000 narrow records and 1,000 wide ones, then the same files again, of which nothing is written. */
async function measureImport(form: Form): Promise<void> {
  const { engine, bytes, remove } = await databases.open()
  await form.create(engine)
  const scopes = Array.from({ length: 10 }, (_, index) => `SCOPE ${index}`)
  const narrow = madeUp(scopes, days('1990-01-01', 10_000), FIXED_NAMES)
  const wide = madeUp(['WIDE'], days('2020-01-01', 1_000), carriers(200))
  for (const which of ['import', 'the same again']) {
    await measure(form, `${which}: 100,000 x 7`, () => store(engine, form, 'fixed', narrow))
    await measure(form, `${which}: 1,000 x 200`, () => store(engine, form, 'free', wide))
  }
  add(form, 'both on disk, MB', (await bytes()) / 1e6)
  await remove()
}

/** A database with ten years of a fixed dataset, of eight carriers and of 200. */
async function openDecade(form: Form): Promise<Engine> {
  const { engine } = await databases.open()
  await form.create(engine)
  const dates = days('2016-01-01', 3_653)
  await store(engine, form, 'fixed', madeUp(['DAILY'], dates, FIXED_NAMES))
  await store(engine, form, 'free', madeUp(['NARROW'], dates, carriers(8)))
  await store(engine, form, 'free', madeUp(['WIDE'], dates, carriers(200)))
  if (engine.name === 'postgres') await sql`vacuum analyze`.execute(engine.database)
  return engine
}

/** 200 scopes more, year by year, since one statement may take only so long. */
async function addScopes(form: Form, { name, database }: Engine): Promise<void> {
  for (let year = 2016; year < 2026; year += 1) {
    const dates = days(`${year}-01-01`, year % 4 === 0 ? 366 : 365)
    const grid = sql`(
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 200)
      select 'SCOPE ' || i as scope, key
      from n cross join (${sql.join(
        dates.map((date) => sql`select ${sql.lit(date)} as key`),
        sql` union all `,
      )}) as dates) as grid`
    await form.addGrid(grid).execute(database)
  }
  if (name === 'postgres') await sql`vacuum analyze`.execute(database)
}

async function measureRead(
  form: Form,
  { database }: Engine,
  what: string,
  dataset: Dataset,
  scope: string,
  period: string,
): Promise<void> {
  const asked = { dataset, scope, first: `${period}-01`, last: `${period}-99` }
  const start = performance.now()
  const records = await form.read(database, asked)
  const read = performance.now()
  const text = JSON.stringify(records)
  add(form, `${what}: to records`, read - start)
  add(form, `${what}: to the answer`, performance.now() - start)
  if (records.length < 28 || text.length < 500) throw new Error(`${form.name} reads ${text} for ${what}`)
}

async function measureQuery(
  form: Form,
  { database }: Engine,
  what: string,
  query: ReturnType<Form['sum']>,
): Promise<void> {
  const rows = await measure(form, what, async () => (await query.execute(database)).rows)
  if (rows.length !== 120) throw new Error(`${form.name} gives ${rows.length} months for ${what}`)
}

/** As the import command stores a file: all of it in one transaction. */
async function store(engine: Engine, form: Form, dataset: Dataset, file: ParsedFile): Promise<void> {
  const { outcome, conflicts } = await transact(engine.database, (db) =>
    applyRecords(db, form.ledger(dataset), file, { period: null, write: true, now: new Date() }),
  )
  const { added, unchanged } = outcome
  if (conflicts.count > 0 || added + unchanged !== file.records.length) {
    throw new Error(`${form.name} stored ${added} records: ${conflicts.lines().join('\n')}`)
  }
}

function madeUp(scopes: readonly string[], keys: readonly string[], names: readonly string[]): ParsedFile {
  let seed = 1
  const figure = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return (seed % 1_000_000_000) / 100
  }
  const records = scopes.flatMap((scope) =>
    keys.map((date, row) => ({ row, scope, key: date, figures: names.map(figure) })),
  )
  return { names, places: new Map(), records, leftOut: 0, faults: new Faults() }
}

function days(first: string, count: number): string[] {
  const start = Date.parse(first)
  return Array.from({ length: count }, (_, day) =>
    new Date(start + day * 86_400_000).toISOString().slice(0, 10),
  )
}

function carriers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Carrier ${index + 1}`)
}

/** Each of them so many times, in turn. */
function turns<T>(all: readonly T[], rounds: number): T[] {
  return Array.from({ length: rounds }, () => all).flat()
}

async function measure<T>(form: Form, what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  add(form, what, performance.now() - start)
  return result
}

function add(form: Form, what: string, value: number): void {
  const byForm = samples.get(what) ?? new Map<Form, number[]>()
  byForm.set(form, [...(byForm.get(form) ?? []), value])
  samples.set(what, byForm)
}

function print(): void {
  console.log(
    `${engineName}, medians in ms; Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}\n`,
  )
  const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
  line(['', ...forms.map(({ name }) => name)])
  line(['---', ...forms.map(() => '---')])
  for (const [what, byForm] of samples) {
    const cells = forms.map((form) => {
      const sorted = (byForm.get(form) ?? []).toSorted((a, b) => a - b)
      const median = sorted[Math.floor(sorted.length / 2)]
      return median === undefined ? '' : median.toFixed(median < 10 ? 2 : median < 100 ? 1 : 0)
    })
    line([what, ...cells])
  }
}
