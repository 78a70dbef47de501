import { type Generated, type Kysely, sql } from 'kysely'
import { chunksOf } from '../../../src/server/database/chunks.ts'
import type { Connection, Engine } from '../../../src/server/database/engine.ts'
import { snapshot } from '../../../src/server/database/transact.ts'
import type { Ledger } from '../../../src/server/repositories/ledgers/ledger.ts'
import type { Dataset, Form } from './form.ts'

interface Tables {
  records: {
    id: Generated<number>
    dataset: string
    scope: string
    period: string
    key: string
    created_at: string | null
    updated_at: string | null
  }
  figures: { record: number; position: number; name: string; value: number }
}

const DATASETS = { fixed: 'daily-minutes', free: 'international-minutes' }

/** A row per figure, in the order of the records: SQLite keeps them in their primary key. */
export const rowPerFigure: Form = {
  name: 'F',
  create,
  ledger: (which) => ({
    list: list(which),
    put: put(which),
    remove: async () => undefined,
    ...(which === 'free' && { monthNames: { noun: 'names', count: countNames(which) } }),
  }),
  read: async (db, { dataset, scope, first, last }) => {
    const { records, figures } = await snapshot(db, (at) => select(at, dataset, scope, first, last))
    const byId = new Map(records.map(({ id }) => [id, [] as [string, number][]]))
    for (const { record, name, value } of figures) byId.get(record)?.push([name, value])
    return records.map(({ id, key }) => ({ key, figures: Object.fromEntries(byId.get(id) ?? []) }))
  },
  sum: (which, scope, figure) => sql`select substr(key, 1, 7) as month, sum(value) as total
    from records inner join figures on record = id
    where dataset = ${DATASETS[which]} and scope = ${scope} and name = ${figure} group by 1 order by 1`,
  months: {
    distinct: sql`select distinct period as month from records
      where dataset = ${sql.lit(DATASETS.fixed)} order by 1`,
  },
  addGrid: (grid) => sql`insert into records (dataset, scope, period, key)
    select ${sql.lit(DATASETS.fixed)}, scope, substr(key, 1, 7), key from ${grid}`,
}

const storage = (db: Connection) => db as unknown as Kysely<Tables>

async function select(db: Connection, which: Dataset, scope: string, first: string, last: string) {
  const within = storage(db)
    .selectFrom('records')
    .where('dataset', '=', DATASETS[which])
    .where('scope', '=', scope)
    .where('period', '>=', first.slice(0, 7))
    .where('period', '<=', last.slice(0, 7))
    .where('key', '>=', first)
    .where('key', '<=', last)
  const records = await within.select(['id', 'key']).orderBy('period').orderBy('key').execute()
  const figures = await within
    .innerJoin('figures', 'figures.record', 'records.id')
    .select(['record', 'name', 'value'])
    .orderBy('record')
    .orderBy('position')
    .execute()
  return { records, figures }
}

const list: (which: Dataset) => Ledger['list'] = (which) => async (db, scope, first, last) => {
  const { records, figures } = await select(db, which, scope, first, last)
  const byId = new Map(records.map(({ id }) => [id, new Map<string, number>()]))
  for (const { record, name, value } of figures) byId.get(record)?.set(name, value)
  return new Map(records.map(({ id, key }) => [key, byId.get(id) ?? new Map<string, number>()]))
}

const put: (which: Dataset) => Ledger['put'] = (which) => async (db, scope, entries) => {
  if (entries.length === 0) return
  const stored = await storage(db)
    .insertInto('records')
    .values(
      entries.map(({ key }) => ({
        dataset: DATASETS[which],
        scope,
        period: key.slice(0, 7),
        key,
        created_at: null,
        updated_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['dataset', 'scope', 'period', 'key'])
        .doUpdateSet((row) => ({ updated_at: row.ref('excluded.updated_at') })),
    )
    .returning(['id', 'key'])
    .execute()
  const ids = new Map(stored.map(({ id, key }) => [key, id]))
  await storage(db)
    .deleteFrom('figures')
    .where('record', 'in', [...ids.values()])
    .execute()
  const rows = entries.flatMap(({ key, figures }) =>
    [...figures].map(([name, value], position) => ({ record: ids.get(key) ?? 0, position, name, value })),
  )
  for (const part of chunksOf(rows)) await storage(db).insertInto('figures').values(part).execute()
}

function countNames(which: Dataset) {
  return async (db: Connection, scope: string, month: string) => {
    const { count } = await storage(db)
      .selectFrom('records')
      .innerJoin('figures', 'figures.record', 'records.id')
      .select((row) => row.fn.count('name').distinct().as('count'))
      .where('dataset', '=', DATASETS[which])
      .where('scope', '=', scope)
      .where('period', '=', month)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
}

async function create({ name, database, identity }: Engine): Promise<void> {
  await database.schema
    .createTable('records')
    .addColumn('id', 'integer', identity)
    .addColumn('dataset', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text')
    .addColumn('updated_at', 'text')
    .addUniqueConstraint('records_key', ['dataset', 'scope', 'period', 'key'])
    .execute()
  const figures = database.schema
    .createTable('figures')
    .addColumn('record', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value', 'double precision', (c) => c.notNull())
    .addPrimaryKeyConstraint('figures_key', ['record', 'position'])
  await (name === 'sqlite' ? figures.modifyEnd(sql`without rowid`) : figures).execute()
}
