import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallRow, checkRows, diagnostics } from '../support/source-cases.ts'
import { type ClickHouse, startClickHouse } from './clickhouse.ts'

let folder: string
let server: ClickHouse
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clickhouse-'))
  server = await startClickHouse(folder)
  await server.run(
    `create table calls (day Date, local DateTime('Africa/Lagos'), moment DateTime64(3, 'UTC'), operator LowCardinality(String),
      way UInt8, country String, seconds Nullable(Int64), setup Nullable(UInt32)) engine = MergeTree order by (day, operator)`,
  )
}, 300_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true })
})

async function fill(rows: readonly CallRow[]): Promise<void> {
  await server.run('truncate table calls')
  await server.insert('calls', rows)
}

describe('a dataset whose rows are in ClickHouse', () => {
  test('has the records of its rows, to the last digit', async () => {
    expect(diagnostics).toEqual([])
    await checkRows(server.url, fill, 3)
  }, 240_000)
})
