import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { requireRecording } from '../../src/cli/reports/recording.ts'
import { RECORDINGS_DIR } from '../support/recordings.ts'
import { listReportFiles } from '../support/definition-folders.ts'
import { breakingMutants } from './breaking.ts'
import { equivalentMutants } from './equivalent.ts'
import { runMutant, type Stage, type Subject } from './run-mutant.ts'
import type { Mutant } from './mutant.ts'

/** Mutants of each definition in a normal run; `MUTANTS=all` runs all of them. */
const SAMPLE_SIZE = 1_050
const MIN_KILLED_SHARE = 0.97

const subjects = listReportFiles().map(({ id, file, others }): Subject => {
  const recording = requireRecording(RECORDINGS_DIR, id)
  const golden = readFileSync(`tests/reports/goldens/${id}.txt`, 'utf8')
  return { id, path: file.path, others, recording, golden }
})

/** Why a change of a definition may go unnoticed, by its path. A survivor without a reason is a failure. */
const reasons: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^rows\.key\.field(\.\d+)?$/, 'an alias is read only where the first name is missing'],
  [/^data\.ignoreFields\.\d+$/, 'the recorded responses do not contain the field'],
  [/^columns\.\d+\.sum$/, 'the recorded responses contain the field, which is not summed then'],
  [/chart\.initiallyVisible(\.first)?$/, 'it is the default, or more than there are'],
  [/^columns\.\d+\.format(\.decimals|\.style)?$/, 'it is the default'],
  [/^columns\.\d+\.records$/, 'the first recorded record has the names of all'],
  [/^rows\.(fillMissing|missing)$/, 'the recorded responses have every row and every value'],
  [/^rows\.duplicates$/, 'the recorded responses have no two records of a key'],
  [/^chart\.secondAxis$/, 'a column that is named twice is on the axis once'],
]

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
        const unexplained: string[] = []
        for (const mutant of mutants) {
          const { killedBy, location, isNear } = await runMutant(subject, mutant)
          const row = rows.get(mutant.kind) ?? emptyRow()
          rows.set(mutant.kind, row)
          row.mutants += 1
          row[killedBy ?? 'survived'] += 1
          if (killedBy === null) {
            const path = mutant.path.join('.')
            const reason = reasons.find(([pattern]) => pattern.test(path))?.[1]
            if (reason === undefined) unexplained.push(`${mutant.kind} at ${path}`)
            else console.log(`${subject.id}: ${mutant.kind} at ${path} survived: ${reason}`)
            continue
          }
          killed += 1
          if (isNear) row['located'] += 1
          if (!/^(reports|examples\/reports|tests\/reports)\/.+:[1-9]\d*/.test(location))
            throw new Error(`no place: ${location}`)
        }
        expect(killed / mutants.length).toBeGreaterThanOrEqual(MIN_KILLED_SHARE)
        expect(unexplained).toEqual([])
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
