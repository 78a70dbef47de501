import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { RECORDED, requireRecording } from '../../src/cli/reports/recording.ts'
import { readFolder } from '../../src/definition/read-definitions.ts'
import { harmfulMutants } from './breaking.ts'
import { harmlessMutants } from './equivalent.ts'
import { judge, type Proof, type Subject } from './run-mutant.ts'
import type { Mutant } from './mutant.ts'

/** Mutants of each definition in a usual run; `MUTANTS=all` takes every one of them. */
const USUAL = 1_050
const LEAST_CAUGHT = 0.95

const files = readFolder('reports')
const subjects = files.map((file): Subject => {
  const id = basename(file.path, '.json')
  const recording = requireRecording(RECORDED, id)
  const golden = readFileSync(`tests/reports/goldens/${id}.txt`, 'utf8')
  return { id, path: file.path, others: files.filter((other) => other !== file), recording, golden }
})

type Row = Record<'mutants' | Proof | 'survived' | 'pointed at', number>
const rows = new Map<string, Row>()
const emptyRow = (): Row => ({ mutants: 0, check: 0, contract: 0, tests: 0, survived: 0, 'pointed at': 0 })

/** Every so many of each kind, so that all kinds keep their share. */
function sampled(mutants: readonly Mutant[]): Mutant[] {
  if (process.env['MUTANTS'] === 'all') return [...mutants]
  const step = Math.max(1, mutants.length / USUAL)
  return Array.from(
    { length: Math.floor(mutants.length / step) },
    (_, index) => mutants[Math.floor(index * step)],
  ).filter((mutant) => mutant !== undefined)
}

describe.each(subjects.map((subject) => [subject.id, subject] as const))('%s', (_id, subject) => {
  test('mistakes of every kind are caught, each with its place (S85)', { timeout: 120_000 }, async () => {
    const mutants = sampled(harmfulMutants(readFileSync(subject.path, 'utf8')))
    expect(mutants.length).toBeGreaterThanOrEqual(1_000)
    let caught = 0
    for (const mutant of mutants) {
      const { by, place, isNear } = await judge(subject, mutant)
      const row = rows.get(mutant.kind) ?? emptyRow()
      rows.set(mutant.kind, row)
      row.mutants += 1
      row[by ?? 'survived'] += 1
      if (by === null) continue
      caught += 1
      if (isNear) row['pointed at'] += 1
      if (!/^(reports|tests\/reports)\/.+:[1-9]\d*/.test(place)) throw new Error(`no place: ${place}`)
    }
    expect(caught / mutants.length).toBeGreaterThanOrEqual(LEAST_CAUGHT)
  })

  const harmless = [...harmlessMutants(readFileSync(subject.path, 'utf8'))]
  test('the same written otherwise passes, in ten ways at least', async () => {
    const tried = harmless.filter(([, bytes]) => bytes !== null)
    expect(tried.length).toBeGreaterThanOrEqual(10)
    const refused: string[] = []
    for (const [kind, bytes] of tried) {
      const { by, place } = await judge(subject, { kind, path: [], bytes: bytes ?? new Uint8Array() })
      if (by !== null) refused.push(`${kind}: ${by} ${place}`)
    }
    expect(refused).toEqual([])
  })
})

afterAll(() => {
  const sum = emptyRow()
  for (const row of rows.values()) {
    for (const key of Object.keys(sum) as (keyof Row)[]) sum[key] += row[key]
  }
  console.table(Object.fromEntries([...rows, ['all', sum]]))
})
