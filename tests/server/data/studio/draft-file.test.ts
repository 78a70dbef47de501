import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FileDraft } from '../../../../schemas/api/definitions.ts'
import { createFolder } from '../../../support/folder.ts'
import { readTexts } from '../../../support/definition-folders.ts'
import { reports } from '../../../support/terminal.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const portal = await createTestUsers({ definitions: readTexts() })
const superadmin = await portal.as('superadmin')

async function draft(lines: readonly string[], read: readonly string[] = [], id = 'call-quality') {
  const { status, body } = await superadmin('POST', '/v1/definitions/from-file', {
    drafts: [],
    id,
    file: { text: lines.join('\n'), read },
  })
  const { records, message } = body as { records?: FileDraft; message: string }
  return { status, message, ...records }
}

const calls = ['Day,Region,Attempts,Answered', '2025-03-01,North,1200,1101', '2025-03-01,South,900,845']

test('a file becomes the table and the report that the command line writes', async () => {
  const folder = createFolder()
  const dirs = ['reports', 'datasets'].map((name) => join(folder, name))
  for (const dir of dirs) mkdirSync(dir)
  const [reportsDir = '', datasetsDir = ''] = dirs
  const file = join(folder, 'quality.csv')
  writeFileSync(file, calls.join('\n'))
  const args = [
    'new',
    'call-quality',
    '--with-data',
    file,
    '--dir',
    reportsDir,
    '--datasets-dir',
    datasetsDir,
  ]
  expect(await reports(args)).toMatchObject({ code: 0 })

  const { files, preview } = await draft(calls)
  expect(files?.map(({ kind, name }) => `${kind}/${name}`)).toEqual([
    'datasets/call-quality',
    'reports/call-quality',
  ])
  expect(preview).toMatchObject({ rows: 2, questions: [], errors: [] })
  const place = { $schema: '', menu: { label: 'Call quality', permission: 0, order: 0 } }
  for (const { kind, text } of files ?? []) {
    const written = JSON.parse(readFileSync(join(folder, kind, 'call-quality.json'), 'utf8'))
    const drafted = JSON.parse(text)
    const isReport = kind === 'reports'
    expect({ ...drafted, ...(isReport ? place : { $schema: '' }) }).toEqual({
      ...written,
      ...(isReport ? place : { $schema: '' }),
    })
  }
})

test('a date that can be read in two ways is asked, and the answer becomes part of the table', async () => {
  const lines = ['Day,Minutes', '01/04/2025,10', '02/04/2025,12']
  const { files, preview } = await draft(lines)
  expect(files).toEqual([])
  expect(preview?.questions).toMatchObject([{ key: 'dates', place: expect.stringContaining('Row 2') }])
  const answered = await draft(lines, ['dates=DD/MM/YYYY'])
  expect(answered.preview?.questions).toEqual([])
  expect(JSON.parse(answered.files?.[0]?.text ?? '')).toMatchObject({ read: { dates: 'DD/MM/YYYY' } })
})

test('numbers that may be names are asked, by column', async () => {
  const lines = ['Day,Class,Minutes']
  for (let day = 1; day <= 28; day++)
    lines.push(`2025-03-${String(day).padStart(2, '0')},${day % 3},${day * 7 + 0.5}`)
  const { preview } = await draft(lines)
  expect(preview?.questions).toMatchObject([
    { key: 'column "Class"', options: [{ value: 'dimension' }, { value: 'measure' }] },
  ])
  const { files } = await draft(lines, ['column "Class"=dimension'])
  expect(JSON.parse(files?.[0]?.text ?? '').dimensions).toMatchObject([{ field: 'class' }])
})

test('times of single calls are added up by the hour or the day that is chosen', async () => {
  const lines = ['Day,Time,Seconds', '2025-03-01,10:15:30,20', '2025-03-01,10:40:11,35']
  const { preview } = await draft(lines)
  expect(preview?.questions).toMatchObject([
    { key: 'period', place: expect.stringMatching(/^Row 2, column "Time"/) },
  ])
  const { files } = await draft(lines, ['period=day'])
  expect(JSON.parse(files?.[0]?.text ?? '')).toMatchObject({ time: { kind: 'date' } })
})

test('a file whose rows have no period is drafted with one, by which its preview reads it', async () => {
  const lines = ['Carrier,Minutes', 'Airtel,10', 'Globacom,12', 'MTN,9', 'Ntel,4', 'Smile,3', 'Visafone,2']
  const { files, period } = await draft(lines, ['period=month'])
  const file = { text: lines.join('\n'), read: [], dataset: 'call-quality', period }
  const { body } = await superadmin('POST', '/v1/definitions/answers', {
    drafts: files,
    path: 'reports/call-quality.json',
    call: '',
    records: 'demo',
    file,
  })
  const { records } = body as { records: { body: string } }
  expect(JSON.parse(records.body)).toMatchObject({ rows: 6, errors: [] })
})

test.each([
  ['no numbers', ['Day,Note', '2025-03-01,fine', '2025-03-02,bad'], 'no column contains numbers'],
  ['nothing', [' '], 'the file is empty'],
])('a file with %s is refused with its reason', async (_, lines, reason) => {
  const { files, preview } = await draft(lines)
  expect(files).toEqual([])
  expect(preview?.errors).toEqual([expect.stringContaining(reason)])
})

test.each([
  ['colour=red', /^the further choice colour=red: expected KEY=VALUE of dates, /],
  ['colour', /^the further choice colour: expected KEY=VALUE of dates, /],
  ['dates=spring', /^the further choice dates: /],
])('the choice %s is refused as the screen calls it', async (choice, message) => {
  expect(await draft(calls, [choice])).toMatchObject({
    status: 400,
    message: expect.stringMatching(message),
  })
})

test('a name that is taken is refused', async () => {
  expect(await draft(calls, [], 'monthly-report')).toMatchObject({
    status: 400,
    message: 'There is a report or a table monthly-report. Choose another name.',
  })
})
