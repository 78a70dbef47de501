import { expect, test } from 'vitest'
import { loadServed } from '../../../src/loading/load.ts'
import { runData } from '../../../src/cli/data.ts'
import { createDrafts } from '../../support/draft-file.ts'
import { createEmptyFolder } from '../../support/folder.ts'
import { environmentOf, put } from '../../support/run-data.ts'
import { capture } from '../../support/terminal.ts'
import { createTestApp } from '../../support/test-app.ts'

/** More columns than become fields of their own: a list of names. */
const many = Array.from({ length: 22 }, (_, index) => `C${index}`)
const list = (head: string, rows: readonly string[]) =>
  [
    `${head},${many.join(',')}`,
    ...rows.map((row, at) => `${row},${many.map((_, n) => n + at + 1).join(',')}`),
  ]
    .map((line) => `${line}\n`)
    .join('')
const names = ['A', 'B', 'C', 'D', 'E', 'F']

test.each<[string, { text: string; period?: string[]; call: string; records: number }]>([
  [
    'of names in one month',
    { text: list('Carrier', names), period: ['month', '2025-03'], call: '2025/3', records: 6 },
  ],
  [
    'of names in one year',
    { text: list('Carrier', names), period: ['year', '2025'], call: '2025', records: 6 },
  ],
  [
    'of names and months',
    {
      text: list(
        'Month,Carrier',
        names.map((name) => `2025-03,${name}`),
      ),
      call: '2025/3',
      records: 6,
    },
  ],
  ['of months', { text: list('Month', ['2025-03', '2025-04']), call: '2025', records: 2 }],
  ['of days, with a note of the others', { text: list('Date', ['2025-03-01']), call: '2025/3', records: 1 }],
])('the workbook of a drafted list %s can be imported back', async (_, { text, period, call, records }) => {
  const folder = createEmptyFolder()
  const drafts = createDrafts(folder)
  const path = put(folder, 'table.csv', text)
  const [kind, value] = period ?? []
  const drafted = await drafts.draft(path, ...(kind === undefined ? [] : ['--period', kind]))
  expect(drafted).toMatchObject({ code: 0, err: '' })
  const folders = { REPORTS_DIR: drafts.dir, DATASETS_DIR: drafts.datasetsDir }
  const { reports, datasets } = loadServed(drafts.dir, drafts.datasetsDir)
  const app = await createTestApp({ reports, datasets })
  const bring = (file: string, ...options: string[]) =>
    capture((terminal) =>
      runData(['import', 'table', file, ...options], terminal, {
        environment: { ...environmentOf(app.location), ...folders },
        root: process.cwd(),
        clock: app.now,
      }),
    )
  const first = await bring(path, ...(value === undefined ? [] : ['--period', value]))
  expect(first.out).toContain(`${records} added`)
  const { status, raw } = await (await app.as('superadmin'))('GET', `/v1/table/download/${call}`)
  expect(status).toBe(200)
  const again = await bring(put(folder, 'back.xlsx', raw))
  expect(again).toMatchObject({ code: 0, err: '' })
  expect(again.out).toContain(`0 added, ${records} unchanged`)
})
