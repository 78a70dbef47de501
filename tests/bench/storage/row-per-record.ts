import { type Kysely, sql } from 'kysely'
import type { Connection, Engine } from '../../../src/server/database/engine.ts'
import { snapshot } from '../../../src/server/database/transact.ts'
import type { Ledger } from '../../../src/server/repositories/ledgers/ledger.ts'
import type { FigureTexts } from './figure-texts.ts'
import type { Dataset, Form } from './form.ts'

interface RecordsTable {
  dataset: string | number
  id: number
  scope: string
  period: string
  key: string
  figures: string
  created_at: string | null
  updated_at: string | null
}
type Column = keyof RecordsTable

/** How the table is laid out. */
export interface Layout {
  readonly name: string
  readonly texts: FigureTexts
  readonly datasets: Readonly<Record<Dataset, string | number>>
  /** The columns of a record's key in the order of its index. */
  readonly key: Column[]
  /** Whether records are numbered within their dataset; else the key alone names them, and orders SQLite's table. */
  readonly numbered: boolean
}

/** A row per record, its figures one JSON text. */
export function rowPerRecord(layout: Layout): Form {
  const { name, texts, datasets, numbered } = layout
  const fixed = sql.lit(datasets.fixed)
  const ledger = (dataset: Dataset): Ledger => {
    const id = datasets[dataset]
    const list: Ledger['list'] = async (db, scope, first, last) => {
      const read = await texts.reader(db, id)
      const rows = await select(db, id, scope, first, last).execute()
      return new Map(rows.map(({ key, figures }) => [key, new Map(Object.entries(read(figures)))]))
    }
    const put: Ledger['put'] = async (db, scope, entries) => {
      if (entries.length === 0) return
      const write = await texts.writer(db, id, entries)
      const next = numbered ? await nextNumber(db, id) : 0
      const rows = entries.map(({ key, figures }, index) => ({
        dataset: id,
        id: next + index,
        scope,
        period: key.slice(0, 7),
        key,
        figures: write(figures),
        created_at: null,
        updated_at: null,
      }))
      await withRecords(db)
        .insertInto('records')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(layout.key).doUpdateSet((row) => ({
            figures: row.ref('excluded.figures'),
            updated_at: row.ref('excluded.updated_at'),
          })),
        )
        .execute()
    }
    const count = async (db: Connection, scope: string, month: string) => {
      const records = await list(db, scope, month, `${month}-99`)
      return new Set([...records.values()].flatMap((figures) => [...figures.keys()])).size
    }
    const monthNames = dataset === 'free' ? { monthNames: { noun: 'names', count } } : {}
    return { list, put, remove: async () => undefined, ...monthNames }
  }
  return {
    name,
    create: (engine) => create(engine, layout),
    ledger,
    read: (database, { dataset, scope, first, last }) =>
      snapshot(database, async (db) => {
        const read = await texts.reader(db, datasets[dataset])
        const rows = await select(db, datasets[dataset], scope, first, last)
          .orderBy('period')
          .orderBy('key')
          .execute()
        return rows.map(({ key, figures }) => ({ key, figures: read(figures) }))
      }),
    sum: (dataset, scope, figure) => sql`
      select substr(key, 1, 7) as month,
        sum(cast(${texts.figure(datasets[dataset], figure)} as double precision)) as total
      from records where dataset = ${datasets[dataset]} and scope = ${scope} group by 1 order by 1`,
    months: {
      distinct: sql`select distinct period as month from records where dataset = ${fixed} order by 1`,
      ...(layout.key[1] === 'scope' && {
        'scope by scope': sql`
          with recursive scopes(scope) as (
            select min(scope) from records where dataset = ${fixed}
            union all
            select (select min(r.scope) from records r where r.dataset = ${fixed} and r.scope > s.scope)
            from scopes s where s.scope is not null
          ), months(scope, month) as (
            select s.scope, (select min(r.period) from records r where r.dataset = ${fixed} and r.scope = s.scope)
            from scopes s where s.scope is not null
            union all
            select m.scope, (select min(r.period) from records r
              where r.dataset = ${fixed} and r.scope = m.scope and r.period > m.month)
            from months m where m.month is not null
          )
          select distinct month from months where month is not null order by 1`,
      }),
      ...(layout.key[1] === 'period' && {
        'month by month': sql`
          with recursive months(month) as (
            select min(period) from records where dataset = ${fixed}
            union all
            select (select min(r.period) from records r where r.dataset = ${fixed} and r.period > m.month)
            from months m where m.month is not null
          )
          select month from months where month is not null order by 1`,
      }),
    },
    addGrid: (grid) => sql`
      insert into records (dataset, id, scope, period, key, figures)
      select ${fixed}, (select max(id) from records) + row_number() over (order by scope, key),
        scope, substr(key, 1, 7), key, ${sql.lit(texts.sample)}
      from ${grid}`,
  }
}

const withRecords = (db: Connection) => db as unknown as Kysely<{ records: RecordsTable }>

const select = (db: Connection, dataset: string | number, scope: string, first: string, last: string) =>
  withRecords(db)
    .selectFrom('records')
    .select(['key', sql<string>`cast(figures as text)`.as('figures')])
    .where('dataset', '=', dataset)
    .where('scope', '=', scope)
    .where('period', '>=', first.slice(0, 7))
    .where('period', '<=', last.slice(0, 7))
    .where('key', '>=', first)
    .where('key', '<=', last)

async function nextNumber(db: Connection, dataset: string | number): Promise<number> {
  const { last } = await withRecords(db)
    .selectFrom('records')
    .select((row) => row.fn.max<number | null>('id').as('last'))
    .where('dataset', '=', dataset)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

async function create(engine: Engine, { datasets, key, numbered }: Layout): Promise<void> {
  const { schema } = engine.database
  const id = typeof datasets.fixed === 'number' ? 'integer' : 'text'
  const records = schema
    .createTable('records')
    .addColumn('dataset', id, (c) => c.notNull())
    .addColumn('id', 'integer', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('figures', engine.name === 'postgres' ? 'json' : 'text', (c) => c.notNull())
    .addColumn('created_at', 'text')
    .addColumn('updated_at', 'text')
  const keyed = numbered
    ? records.addPrimaryKeyConstraint('records_id', ['dataset', 'id']).addUniqueConstraint('records_key', key)
    : records.addPrimaryKeyConstraint('records_key', key)
  const inItsOrder = !numbered && engine.name === 'sqlite'
  await (inItsOrder ? keyed.modifyEnd(sql`without rowid`) : keyed).execute()
  await schema
    .createTable('names')
    .addColumn('dataset', id, (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('names_key', ['dataset', 'name'])
    .execute()
}
