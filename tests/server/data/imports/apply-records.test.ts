import { beforeEach, describe, expect, test } from 'vitest'
import { createFolder } from '../../../support/folder.ts'
import { createTestApp } from '../../../support/test-app.ts'
import { clearRecords, data, put } from '../../../support/run-data.ts'

const folder = createFolder()
const portal = await createTestApp()
const analyst = await portal.as('analyst')
beforeEach(() => clearRecords(portal.engine))

const run = (kind: string, content: string, ...options: readonly string[]) =>
  data(portal.location, 'import', kind, put(folder, 'file.csv', content), ...options)
const names = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index))
const day = (date: string, columns: readonly string[]) =>
  `Date,${columns.join(',')}\n${date},${columns.map(() => '1').join(',')}\n`

describe('directions of a month of international exchange', () => {
  const directions = (content: string, ...options: readonly string[]) =>
    run('international-exchange', content, ...options)
  const refused = (count: string) => ({
    code: 1,
    out: `2025-03 would have ${count} directions, including the stored ones; the limit is 2,000 for a month\n1 error, nothing was imported`,
  })

  test('limits a month to 2,000 directions, including the stored ones', async () => {
    const first = names(1_500, (index) => `s${index}_to_d`)
    expect(await directions(day('2025-03-07', first))).toMatchObject({ code: 0 })
    const second = names(1_000, (index) => `s${index + 1_001}_to_d`)
    expect(await directions(day('2025-03-08', second))).toMatchObject(refused('2,001'))
    expect(await directions(day('2025-03-08', second.slice(0, -1)))).toMatchObject({ code: 0 })
    expect(await directions(day('2025-04-08', second))).toMatchObject({ code: 0 })
    // A destination of its own makes another direction of a known source.
    expect(await directions(day('2025-03-09', ['s1_to_e']))).toMatchObject(refused('2,001'))
    const replaced = day('2025-03-08', ['s1_to_e'])
    expect(await directions(replaced, '--replace', '2025-03-08')).toMatchObject({ code: 0 })
  })

  test('directions survive their workbook, or are rejected because their capitals convert back to other letters', async () => {
    const lost = ['ß_to_straße', 'ﬁ → b', 'a → ı', 'éa_to_ŉ']
    const { out } = await directions(day('2025-03-07', ['a_to_b', ...lost]))
    const cause = 'cannot be imported: its capital letters convert back to other letters; write'
    expect(out.split('\n')).toEqual([
      `row 1, column "ß_to_straße" (C): ${cause} ss_to_strasse`,
      `row 1, column "ﬁ → b" (D): ${cause} fi_to_b`,
      `row 1, column "a → ı" (E): ${cause} a_to_i`,
      `row 1, column "éa_to_ŉ" (F): ${cause} éa_to_ʼn`,
      '4 errors, nothing was imported',
    ])
    const kept = ['ss_to_strasse', 'İ → ας', 'éa_to_ʼn', 'ΑΣ → ǆ', 'x y_to_9Mobile']
    expect(await directions(day('2025-03-07', kept))).toMatchObject({ code: 0 })
    const download = '/api/international-exchange/download?year=2025&month=3'
    const path = put(folder, 'exchange.xlsx', (await analyst('GET', download)).raw)
    const again = await data(portal.location, 'import', 'international-exchange', path)
    expect(again.out).toMatch(/ 0 added, 1 unchanged, 0 replaced, 30 rows of zeros skipped; nothing changed /)
  })
})
