import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { verifyAll } from '../../src/cli/reports/contract.ts'
import { compileReportFiles } from '../../src/definition/compile.ts'
import { getAtPath } from '../../src/report/model/report-response.ts'
import { reportText } from '../reports/report-text.ts'
import { listReportFiles } from '../support/definition-folders.ts'
import { createRecordedApi, readRecording } from '../support/recordings.ts'
import { listMutants, type Mutant } from './mutants.ts'

/** Mutants of each definition in a normal run; `MUTANTS=all` runs all of them. */
const SAMPLE_SIZE = 1_050
const MIN_FOUND_SHARE = 0.965
/** Of the mutants of all definitions together. */
const MIN_FOUND_OF_ALL = 0.99

/** Why a change of a definition may go unnoticed, by its path. A survivor without a reason is a failure. */
const reasons: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^rows\.key\.field(\.\d+)?$/, 'an alias is read only where the first name is missing'],
  [/^data\.ignoreFields(\.\d+)?$/, 'the recorded responses do not contain the field'],
  [/chart\.initiallyVisible(\.(first|columns|countBy))?$/, 'it is the default, or more than there are'],
  [/^columns\.\d+\.format(\.decimals|\.style)?$/, 'it is the default'],
  [/^columns\.\d+\.records$/, 'the first recorded record has the names of all'],
  [/^rows\.(fillMissing|missing)$/, 'the recorded responses have every row and every value'],
  [/^rows\.duplicates$/, 'the recorded responses have no two records of a key'],
  [/^chart\.secondAxis$/, 'a column that is named twice is on the axis once'],
  [/^highlights$/, 'no recorded value has two of them'],
  [/^\$schema$/, 'only editors read it'],
  [/columns\.\d+\.id$/, 'no other column names the column'],
  [/\.vegaLite\./, 'Vega-Lite ignores keys of a channel that it does not know; editors mark them'],
  [/\.(params|labels)$/, 'its names are those of the author'],
]

/** The same for one kind of change of a part. */
const reasonsOfKinds: readonly RegExp[] = [
  // What is left out is the default.
  /^missing part at (path|breadcrumb|columns\.\d+\.role)$/,
  // The recording has the rows of both datasets only, and the rates of one answer.
  /^missing part at data\.with\.\w+\.(rows|at)$/,
]

/** The same for one change of one definition. */
const reasonsOfOne: readonly string[] = [
  // No day of the recorded month is left, so that the value is blank.
  'commitments: other text at columns.5.value',
  'commitments: other text at columns.6.value',
  // The names are in this order already.
  'rate-floor: missing part at rows.sort',
  // The recording chooses one value, which is also one of several.
  'carrier-quality: missing part at selectors.2.multiple',
  'carrier-quality: other value at selectors.2.multiple',
  'service-levels: missing part at selectors.0.multiple',
  'service-levels: other value at selectors.0.multiple',
  'weekly-roaming: missing part at selectors.0.multiple',
  'weekly-roaming: other value at selectors.0.multiple',
  // The first records, which are kept, have the samples of one trunk.
  'trunk-capacity: missing part at rows.sort',
  'trunk-capacity: other text at rows.sort',
  // No recorded value is below any of the limits.
  'usual-minutes: other value at highlights.0.when.value.0',
  // No recorded value is between this limit and the one of the first highlight.
  'service-levels: other value at highlights.1.when.value',
]

/** Returns true for the value of a field, which is computed only where a record lacks the field. */
const isFallback = (text: string, path: string): boolean => {
  const index = /^columns\.(\d+)\.value$/.exec(path)?.[1]
  return index !== undefined && getAtPath(JSON.parse(text), ['columns', Number(index), 'field']) !== undefined
}

/** Writes a definition without the blanks, which mean nothing in an expression. */
const removeBlanks = (text: string): string => text.replaceAll(/\s/g, '')

const counts = { mutants: 0, survivors: 0 }

type Subject = ReturnType<typeof listReportFiles>[number]

/** Where a mutant is found, by the three stages in which an author meets them; null if it survives. */
async function findFault({ id, file, others, datasets }: Subject, { bytes }: Mutant): Promise<string | null> {
  const compiled = compileReportFiles([...others, { path: file.path, content: bytes }], undefined, datasets)
  const recording = readRecording(id)
  const plans = compiled.plans.filter(({ plan }) => plan.reportId === id)
  const faults = compiled.diagnostics
  const [fault] =
    faults.length > 0
      ? faults
      : (
          await verifyAll(
            { ...compiled, plans },
            createRecordedApi(recording),
            Object.values(recording.screens)[0] ?? {},
          )
        ).diagnostics
  if (fault !== undefined) return `${fault.file}:${fault.line}:${fault.column}`
  const report = compiled.reports.find((one) => one.id === id)
  const path = `tests/reports/goldens/${id}.txt`
  try {
    if (report !== undefined && reportText(report, recording) === readFileSync(path, 'utf8')) return null
  } catch {
    // What cannot be rendered from the recording is found as well.
  }
  return `${path}:1`
}

describe.each(listReportFiles().map((subject) => [subject.id, subject] as const))(
  'the definition %s',
  (_id, subject) => {
    const text = readFileSync(subject.file.path, 'utf8')

    test('has mutants of every kind, which are found with their location', { timeout: 240_000 }, async () => {
      const all = listMutants(text)
      // A report that asks a dataset is short.
      expect(all.length).toBeGreaterThanOrEqual(text.includes('"dataset":') ? 500 : 1_000)
      const step = process.env['MUTANTS'] === 'all' ? 1 : Math.max(1, all.length / SAMPLE_SIZE)
      const mutants = all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
      const survivors: Mutant[] = []
      const locations: string[] = []
      for (const mutant of mutants) {
        const location = await findFault(subject, mutant)
        if (location === null) survivors.push(mutant)
        else locations.push(location)
      }
      counts.mutants += mutants.length
      counts.survivors += survivors.length
      const isExact = (location: string) =>
        /^(reports|examples\/reports|tests\/reports)\/.+:[1-9]\d*/.test(location)
      expect(locations.filter((location) => !isExact(location))).toEqual([])
      expect(survivors.length / mutants.length).toBeLessThan(1 - MIN_FOUND_SHARE)
      const isExplained = ({ kind, path, bytes }: Mutant) =>
        reasons.some(([pattern]) => pattern.test(path)) ||
        reasonsOfKinds.some((pattern) => pattern.test(`${kind} at ${path}`)) ||
        reasonsOfOne.includes(`${subject.id}: ${kind} at ${path}`) ||
        isFallback(text, path) ||
        (path.endsWith('.value') && removeBlanks(new TextDecoder().decode(bytes)) === removeBlanks(text))
      const unexplained = survivors.filter((mutant) => !isExplained(mutant))
      expect(unexplained.map(({ kind, path }) => `${kind} at ${path}`)).toEqual([])
    })
  },
)

test('of the mutants of all definitions at least 99 of 100 are found', () => {
  expect(counts.survivors).toBeLessThanOrEqual((1 - MIN_FOUND_OF_ALL) * counts.mutants)
})
