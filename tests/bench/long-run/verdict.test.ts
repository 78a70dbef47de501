import { expect, test } from 'vitest'
import { judgeRun, type LongRun, type Sample } from './verdict.ts'

const size = { accounts: 10, inFlight: 4 }
const rows = { users: 10, sessions: 30, login_counters: 40, audit_events: 100, dataset_records: 500 }

/** A run of two lives of nine minutes. */
function buildRun(change: (sample: Sample) => Partial<Sample> = () => ({})): LongRun {
  const samples = Array.from({ length: 18 }, (_, minute): Sample => {
    const life = Math.floor(minute / 9)
    const sample = { minute, life, rss: 180e6, heap: 30e6, handles: 60, wal: 4e6, rows }
    return { ...sample, ...change(sample) }
  })
  const idle = [0, 1].map((life) => ({ life, first: 40, last: 41 }))
  return { samples, idle, errors: [], events: 50, responses: 100_000, unavailable: 20 }
}

test('a run that stays as it is has no faults', () => {
  expect(judgeRun(buildRun(), size)).toEqual([])
})

test('memory that grows through a life is a fault; warm-up is not', () => {
  const leak = buildRun(({ minute }) => ({ heap: 30e6 + (minute % 9) * 3e6 }))
  expect(judgeRun(leak, size)).toEqual([
    'life 0: heap grew by 9.0 MB after warm-up',
    'life 1: heap grew by 9.0 MB after warm-up',
  ])
  const warmUp = buildRun(({ minute }) => ({ rss: minute % 9 < 3 ? 120e6 : 190e6 }))
  expect(judgeRun(warmUp, size)).toEqual([])
  const resident = buildRun(({ minute }) => ({ rss: 180e6 + (minute % 9) * 30e6 }))
  expect(judgeRun(resident, size)).toEqual([
    'life 0: rss grew by 60.0 MB after warm-up',
    'life 1: rss grew by 60.0 MB after warm-up',
  ])
})

test('handles that an idle process does not close are a fault', () => {
  const run = { ...buildRun(), idle: [{ life: 0, first: 40, last: 52 }] }
  expect(judgeRun(run, size)).toEqual(['life 0: 52 open handles when idle, 40 at its start'])
})

test('a table beyond its bound is a fault, and so is one without a bound', () => {
  const run = buildRun(({ minute }) => ({
    rows: { ...rows, sessions: 30 + minute * 40, audit_events: 100 + minute, clicks: minute },
  }))
  expect(judgeRun(run, size)).toEqual([
    'sessions: 710 rows, at most 280 are expected',
    'clicks: no bound is known',
  ])
})

test('more than one 503 in a thousand responses is a fault', () => {
  expect(judgeRun({ ...buildRun(), unavailable: 200 }, size)).toEqual(['200 of 100000 responses were 503'])
})

test('a WAL that grows and every error are faults', () => {
  const run = buildRun(({ minute }) => ({ wal: minute * 20e6 }))
  expect(judgeRun({ ...run, errors: ['GET /v1/x: 500'] }, size)).toEqual([
    'GET /v1/x: 500',
    'the WAL grew from 160.0 to 340.0 MB',
  ])
})
