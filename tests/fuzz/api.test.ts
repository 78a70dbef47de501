import { expect, test } from 'vitest'
import { fuzzApi } from './fuzz-api.ts'

const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test(`10,000 hostile requests get no error of the server and change nothing that was refused (S25, S29, S30, S31, S32, S35, S38, seed ${SEED})`, async () => {
  const { requests, statuses } = await fuzzApi(10_000, SEED)
  expect(requests).toBe(10_000)
  for (const status of [200, 400, 401, 403, 404, 415]) {
    expect({ status, often: (statuses.get(status) ?? 0) > 20 }).toEqual({ status, often: true })
  }
}, 120_000)
