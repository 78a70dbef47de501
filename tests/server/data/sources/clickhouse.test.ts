import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openClickHouseSource } from '../../../../src/server/data/sources/clickhouse.ts'

let server: Server
beforeEach(() => {
  server = createServer()
})
afterEach(() => void server.close())

async function open() {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return openClickHouseSource(`http://127.0.0.1:${port}`, { queries: 1, timeoutMs: 10_000 })
}

test('a day begins at a moment of milliseconds, so that the last one of the day before is not in it', async () => {
  const source = await open()
  const day = { column: sql`started`, kind: 'moment', zone: 'Africa/Lagos' } as const
  const { sql: text, parameters } = sql`select ${source.dialect.startOfDay('2025-05-01', day)}`.compile(
    source.db,
  )
  expect(text).toMatch(/^select toDateTime64\(.+, 3, .+\)$/)
  expect(parameters).toEqual(['2025-05-01 00:00:00', 'Africa/Lagos'])
  await source.close()
})

test('a ClickHouse without getSetting, such as 18.16, is refused with the reason', async () => {
  server.on('request', (request, response) => {
    request.resume()
    response.writeHead(404, { 'x-clickhouse-exception-code': '46' })
    response.end(
      'Code: 46, e.displayText() = DB::Exception: Unknown function getSetting, e.what() = DB::Exception',
    )
  })
  const source = await open()
  await expect(source.run(sql`select 1`.compile(source.db))).rejects.toThrow(
    /^this ClickHouse is too old: it has no bound parameters/,
  )
  await source.close()
})

test('a statement that nobody waits for loses its connection, by which ClickHouse cancels it', async () => {
  const statements: IncomingMessage[] = []
  server.on('request', (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (Buffer.concat(chunks).includes('getSetting')) response.end('{"readonly":"0"}\n')
      else statements.push(request)
    })
  })
  const source = await open()
  const controller = new AbortController()
  const failed = source
    .run(sql`select 1`.compile(source.db), controller.signal)
    .catch((error: unknown) => error)
  await expect.poll(() => statements).toHaveLength(1)
  const [statement] = statements
  const { searchParams } = new URL(statement?.url ?? '', 'http://server')
  expect(searchParams.get('cancel_http_readonly_queries_on_client_close')).toBe('1')
  expect(searchParams.get('readonly')).toBe('2')
  expect(statement?.socket.destroyed).toBe(false)
  controller.abort()
  expect(await failed).toBeInstanceOf(Error)
  await expect.poll(() => statement?.socket.destroyed).toBe(true)
  await source.close()
})
