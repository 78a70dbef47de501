import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Note } from '../../../schemas/api/note.ts'
import { CreateNoteRequest } from '../../../schemas/api/requests.ts'
import { placeNotes } from '../../../src/report/table/place-notes.ts'
import type { TimeSpan } from '../../../src/report/table/row-span.ts'
import type { ReportTable } from '../../../src/report/model/report-table.ts'
import { anyPeriod, type Period } from '../../../src/time/days.ts'
import { sampleNote } from '../../support/sample-note.ts'
import { parts, tableOf, values, write } from '../../support/read-workbook.ts'

const note = (span: TimeSpan, change: Partial<Note> = {}) => sampleNote({ ...span, ...change })

const buildTable = (keyKind: ReportTable['keyKind'], keys: readonly string[]): ReportTable =>
  tableOf(
    ['MTN'],
    keys.map((key) => [key, key, [1]]),
    { keyKind },
  )
const listMarked = ({ rows }: ReportTable) => rows.flatMap(({ key, notes }) => (notes ? [key] : []))

const year: Period = { year: 2025, days: null }
const day: Period = { year: null, days: { first: '2025-03-14', last: '2025-03-14' } }

describe('a note marks the rows of its time (spec 2.25)', () => {
  test.each<[ReportTable['keyKind'], string[], Period, string, string, string[]]>([
    ['date', ['2025-03-13', '2025-03-14', '2025-03-15'], year, '2025-03-14', '2025-03-14', ['2025-03-14']],
    ['date', ['2025-03-13', '2025-03-14'], year, '2025-03-14T23', '2025-03-15T01', ['2025-03-14']],
    ['date', ['2025-03-13', '2025-03-14'], year, '2025-01-01', '2025-12-31', ['2025-03-13', '2025-03-14']],
    ['month', ['02', '03', '04'], year, '2025-03-31', '2025-04-01', ['03', '04']],
    ['month', ['03'], anyPeriod, '2025-03-14', '2025-03-14', []],
    ['week', ['W10', '2025-W11', '2025-W12'], year, '2025-03-14', '2025-03-14', ['2025-W11']],
    ['quarter', ['2025-Q1', '2025-Q2'], year, '2025-03-31', '2025-03-31', ['2025-Q1']],
    ['hour', ['09', '10', '11'], day, '2025-03-14T10', '2025-03-14T10', ['10']],
    ['hour', ['09', '10', '11'], day, '2025-03-14T10:45', '2025-03-14T11', ['10', '11']],
    ['hour', ['09', '10'], day, '2025-03-14', '2025-03-14', ['09', '10']],
    ['hour', ['2025-03-13 10', '2025-03-14 10'], year, '2025-03-14', '2025-03-14', ['2025-03-14 10']],
    ['quarter-hour', ['10:00', '10:15'], day, '2025-03-14T10:15', '2025-03-14T10:15', ['10:15']],
    ['quarter-hour', ['09:45', '10:00'], day, '2025-03-14T10', '2025-03-14T10', ['10:00']],
  ])('%s %j', (keyKind, keys, period, from, to, marked) => {
    expect(listMarked(placeNotes(buildTable(keyKind, keys), period, [note({ from, to })]))).toEqual(marked)
  })

  test('or the row of its name, and no rows of another kind', () => {
    const named = note({ from: '2025-03-01', to: '2025-03-31' }, { row: 'MTN' })
    expect(listMarked(placeNotes(buildTable('text', ['GLO', 'MTN']), year, [named]))).toEqual(['MTN'])
    const days = placeNotes(buildTable('date', ['2025-03-14']), year, [named])
    expect(listMarked(days)).toEqual([])
    expect(days.notes?.map(({ subject }) => subject)).toEqual(['MTN, 1 Mar 2025 to 31 Mar 2025'])
  })

  test('is numbered in the given order, and says its time, who wrote it and who changed it', () => {
    const first = note({ from: '2025-03-14T10', to: '2025-03-14T12:15' })
    const second = note(
      { from: '2025-03-14', to: '2025-03-14' },
      { changedBy: 'bob', changedAt: '2025-04-01T08:00:00.000Z' },
    )
    const { notes = [] } = placeNotes(buildTable('date', ['2025-03-14']), year, [first, second])
    expect(notes.map(({ number, subject, origin }) => [number, subject, origin])).toEqual([
      [1, '14 Mar 2025 10:00 to 14 Mar 2025 12:15', 'ada, 20 Mar 2025'],
      [2, '14 Mar 2025', 'ada, changed by bob, 1 Apr 2025'],
    ])
  })

  test('leaves no mark after it is removed, and a table without notes as it is', () => {
    const table = buildTable('date', ['2025-03-14'])
    expect(placeNotes(table, year, [])).toBe(table)
    const marked = placeNotes(table, year, [note({ from: '2025-03-14', to: '2025-03-14' })])
    expect(placeNotes(marked, year, [])).toEqual({ ...table, notes: [] })
  })
})

const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }
/** A text of XML, in which spreadsheets escape what looks like an escape. */
const decode = (text: string) =>
  text.replaceAll(/&\w+;/g, (name) => entities[name as keyof typeof entities]).replaceAll('_x005F_', '_')

test('any text is refused, or comes back from the comment of a workbook as it was stored', async () => {
  const table = buildTable('date', ['2025-03-14'])
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  )
  await fc.assert(
    fc.asyncProperty(text, async (typed) => {
      const times = { from: '2025-03-14', to: '2025-03-14' }
      const parsed = CreateNoteRequest.safeParse({
        screen: 'x',
        scope: 'report',
        ...times,
        text: `a${typed}`,
      })
      if (!parsed.success) return
      const stored = parsed.data.text
      expect(stored).not.toMatch(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u)
      const placed = placeNotes(table, year, [note(times, { text: stored })])
      const file = await write(placed)
      const sentence = `14 Mar 2025: ${stored} (ada, 20 Mar 2025)`
      const [, comment = ''] = /<t>(.*?)<\/t>/su.exec(parts(file).comments) ?? []
      expect(decode(comment)).toBe(sentence)
      expect((await values(file)).rows.at(-1)?.[0]).toBe(`Note 1. ${sentence}`)
    }),
    { numRuns: 30 },
  )
})
