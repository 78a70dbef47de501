import { expect, test } from 'vitest'
import { fuzzApi } from './fuzz-api.ts'

const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
// The second engine is asked whether it minds what the first one takes.
const COUNT = Number(
  process.env['FUZZ_COUNT'] ?? (process.env['TEST_ENGINE'] === 'postgres' ? 2_000 : 10_000),
)

test(
  `${COUNT} hostile requests cause no server error and change nothing when rejected (seed ${SEED})`,
  async () => {
    const { requests, statuses } = await fuzzApi(COUNT, SEED)
    expect(requests).toBe(COUNT)
    for (const status of [200, 400, 401, 403, 404, 415]) {
      expect({ status, often: (statuses.get(status) ?? 0) > COUNT / 500 }).toEqual({ status, often: true })
    }
  },
  COUNT * 12,
)

test(`2000 hostile requests, eight at a time, cause no server error (seed ${SEED})`, async () => {
  const { requests, statuses } = await fuzzApi(2_000, SEED, 8)
  expect(requests).toBe(2_000)
  expect(statuses.get(200)).toBeGreaterThan(100)
}, 120_000)
