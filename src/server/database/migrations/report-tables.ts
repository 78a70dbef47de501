import type { CreateTableBuilder, Kysely, Migration } from 'kysely'
import type { DatabaseHandle } from '../handle.ts'

const OPERATORS = ['airtel', 'mtn', 'nine_mobile', 'glo']
const DIRECTIONS = OPERATORS.flatMap((from) =>
  OPERATORS.filter((to) => to !== from).map((to) => `${from}_to_${to}`),
)

type Table = CreateTableBuilder<string, string>

function numbers(table: Table, columns: readonly string[]): Table {
  return columns.reduce(
    (built, column) => built.addColumn(column, 'double precision', (c) => c.notNull()),
    table,
  )
}

/** The records of every kind of report. */
export function reportTables({ identity }: DatabaseHandle): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const table = (name: string): Table => db.schema.createTable(name)
      await numbers(
        table('monthly_records')
          .addColumn('id', 'integer', identity)
          .addColumn('year', 'integer', (c) => c.notNull())
          .addColumn('report_type', 'text', (c) => c.notNull())
          .addColumn('report_month', 'integer', (c) => c.notNull()),
        [...OPERATORS, 'ida'],
      )
        .addUniqueConstraint('monthly_records_key', ['report_type', 'year', 'report_month'])
        .execute()
      await numbers(
        table('daily_records')
          .addColumn('id', 'integer', identity)
          .addColumn('report_date', 'text', (c) => c.notNull())
          .addColumn('report_type', 'text', (c) => c.notNull()),
        [...OPERATORS, 'total', 'ida', 'grand_total'],
      )
        .addUniqueConstraint('daily_records_key', ['report_type', 'report_date'])
        .execute()
      await table('international_carriers')
        .addColumn('month', 'text', (c) => c.notNull())
        .addColumn('direction', 'text', (c) => c.notNull())
        .addColumn('position', 'integer', (c) => c.notNull())
        .addColumn('carrier', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('international_carriers_key', ['direction', 'month', 'carrier'])
        .execute()
      await OPERATORS.reduce(
        (built, column) => built.addColumn(column, 'double precision'),
        table('international_days')
          .addColumn('report_date', 'text', (c) => c.notNull())
          .addColumn('direction', 'text', (c) => c.notNull()),
      )
        .addPrimaryKeyConstraint('international_days_key', ['direction', 'report_date'])
        .execute()
      await numbers(
        table('international_minutes')
          .addColumn('report_date', 'text', (c) => c.notNull())
          .addColumn('direction', 'text', (c) => c.notNull())
          .addColumn('carrier', 'text', (c) => c.notNull()),
        ['minutes'],
      )
        .addPrimaryKeyConstraint('international_minutes_key', ['direction', 'report_date', 'carrier'])
        .execute()
      await numbers(
        table('local_exchange').addColumn('report_date', 'text', (c) => c.primaryKey()),
        DIRECTIONS,
      ).execute()
      await table('international_exchange')
        .addColumn('id', 'integer', identity)
        .addColumn('report_date', 'text', (c) => c.notNull())
        .addColumn('report_type', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .addUniqueConstraint('international_exchange_key', ['report_type', 'report_date'])
        .execute()
      await numbers(
        table('international_exchange_minutes')
          .addColumn('exchange_id', 'integer', (c) =>
            c.notNull().references('international_exchange.id').onDelete('cascade'),
          )
          .addColumn('position', 'integer', (c) => c.notNull())
          .addColumn('source', 'text', (c) => c.notNull())
          .addColumn('destination', 'text', (c) => c.notNull()),
        ['minutes'],
      )
        .addPrimaryKeyConstraint('international_exchange_minutes_key', [
          'exchange_id',
          'source',
          'destination',
        ])
        .execute()
    },
  }
}
