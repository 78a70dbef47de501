import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallRow, checkRows, columns, diagnostics } from '../support/source-cases.ts'
import { createDatabase, type TestDatabase } from './databases.ts'

let place: TestDatabase
let client: Client
beforeAll(async () => {
  place = await createDatabase('template0')
  client = new Client({ connectionString: place.url })
  await client.connect()
  await client.query(
    'create table calls (day date, local timestamp, moment timestamptz, operator text, way smallint, country text, seconds bigint, setup integer)',
  )
})
afterAll(async () => {
  await client.end()
  await place.drop()
})

async function fill(rows: readonly CallRow[]): Promise<void> {
  await client.query('truncate calls')
  for (const row of rows) {
    const values = [row.day, row.local, `${row.moment}Z`, ...columns.map((name) => row[name])]
    await client.query('insert into calls values ($1, $2, $3, $4, $5, $6, $7, $8)', values)
  }
}

describe('a dataset whose rows are in PostgreSQL', () => {
  test('has the records of its rows, to the last digit', async () => {
    expect(diagnostics).toEqual([])
    await checkRows(place.url, fill, 8)
  }, 120_000)
})
