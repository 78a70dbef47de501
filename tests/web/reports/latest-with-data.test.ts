import { expect, test, vi } from 'vitest'
import type { Client } from '../../../src/web/api/client.ts'
import { logger } from '../../../src/web/api/logger.ts'
import { ApiError } from '../../../src/web/api/response.ts'
import { findLatest } from '../../../src/web/reports/latest-with-data.ts'
import { compileOne } from '../../support/definitions.ts'

const plan = compileOne()
vi.spyOn(logger, 'warn').mockReturnValue()
const RECORD = { day: '3/1/2025', a: 1, b: 2 }

/** Finds the latest period of a client that answers each path as `respond` says. */
const find = async (respond: (path: string) => unknown) => {
  const paths: string[] = []
  const get = async (path: string) => {
    paths.push(path)
    const response = respond(path)
    if (response instanceof Error) throw response
    return response
  }
  const api = { get } as unknown as Client
  const found = await findLatest(plan, {}, api, new AbortController().signal)
  return { found, paths }
}

const failure = (kind: 'network' | 'rejected' | 'not-found', status?: number) =>
  new ApiError({
    kind,
    message: 'The server could not be reached.',
    ...(status === undefined ? {} : { status }),
  })

test('the latest period is the first from the end with records, also after refusals (spec 4.24)', async () => {
  const { found, paths } = await find((path) => {
    if (path.endsWith('/12')) return failure('not-found', 404)
    return { success: true, records: path.endsWith('/10') ? [RECORD] : [] }
  })
  expect(found).toMatchObject({ month: '10' })
  expect(paths.filter((path) => /\d+\/\d+$/.test(path))).toHaveLength(3)
})

test('without records in any period, or without a server, a sentence says so (spec 4.24)', async () => {
  expect((await find(() => ({ success: true, records: [] }))).found).toBe('No period with data was found.')
  expect((await find(() => failure('network'))).found).toBe('The server could not be reached.')
  expect((await find(() => failure('rejected', 503))).found).toBe('The server could not be reached.')
})
