import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { requireRecording } from '../../src/cli/reports/recording.ts'
import { RECORDINGS_DIR } from '../support/recordings.ts'
import { readFolder } from '../../src/definition/read-definitions.ts'
import { breakingMutants } from './breaking.ts'
import { equivalentMutants } from './equivalent.ts'
import { runMutant, type Stage, type Subject } from './run-mutant.ts'
import type { Mutant } from './mutant.ts'

/** Mutants of each definition in a normal run; `MUTANTS=all` runs all of them. */
const SAMPLE_SIZE = 1_050
const MIN_KILLED_SHARE = 0.95

const files = readFolder('reports')
const subjects = files.map((file): Subject => {
  const id = basename(file.path, '.json')
  const recording = requireRecording(RECORDINGS_DIR, id)
  const golden = readFileSync(`tests/reports/goldens/${id}.txt`, 'utf8')
  return { id, path: file.path, others: files.filter((other) => other !== file), recording, golden }
})

type Row = Record<'mutants' | Stage | 'survived' | 'located', number>
const rows = new Map<string, Row>()
const emptyRow = (): Row => ({ mutants: 0, check: 0, contract: 0, tests: 0, survived: 0, located: 0 })

/** Takes mutants at regular intervals, so that all kinds keep their share. */
function sample(mutants: readonly Mutant[]): Mutant[] {
  if (process.env['MUTANTS'] === 'all') return [...mutants]
  const step = Math.max(1, mutants.length / SAMPLE_SIZE)
  return Array.from(
    { length: Math.floor(mutants.length / step) },
    (_, index) => mutants[Math.floor(index * step)],
  ).filter((mutant) => mutant !== undefined)
}

describe.each(subjects.map((subject) => [subject.id, subject] as const))(
  'the definition %s',
  (_id, subject) => {
    test(
      'kills breaking mutants of every kind and reports their location (S85)',
      { timeout: 120_000 },
      async () => {
        const mutants = sample(breakingMutants(readFileSync(subject.path, 'utf8')))
        expect(mutants.length).toBeGreaterThanOrEqual(1_000)
        let killed = 0
        for (const mutant of mutants) {
          const { killedBy, location, isNear } = await runMutant(subject, mutant)
          const row = rows.get(mutant.kind) ?? emptyRow()
          rows.set(mutant.kind, row)
          row.mutants += 1
          row[killedBy ?? 'survived'] += 1
          if (killedBy === null) continue
          killed += 1
          if (isNear) row['located'] += 1
          if (!/^(reports|tests\/reports)\/.+:[1-9]\d*/.test(location))
            throw new Error(`no place: ${location}`)
        }
        expect(killed / mutants.length).toBeGreaterThanOrEqual(MIN_KILLED_SHARE)
      },
    )

    const equivalent = [...equivalentMutants(readFileSync(subject.path, 'utf8'))]
    test('accepts at least ten equivalent mutants', async () => {
      const tried = equivalent.filter(([, bytes]) => bytes !== null)
      expect(tried.length).toBeGreaterThanOrEqual(10)
      const rejected: string[] = []
      for (const [kind, bytes] of tried) {
        const { killedBy, location } = await runMutant(subject, {
          kind,
          path: [],
          bytes: bytes ?? new Uint8Array(),
        })
        if (killedBy !== null) rejected.push(`${kind}: ${killedBy} ${location}`)
      }
      expect(rejected).toEqual([])
    })
  },
)

afterAll(() => {
  const sum = emptyRow()
  for (const row of rows.values()) {
    for (const key of Object.keys(sum) as (keyof Row)[]) sum[key] += row[key]
  }
  console.table(Object.fromEntries([...rows, ['all', sum]]))
})
