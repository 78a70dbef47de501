import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createEmptyFolder } from '../../support/folder.ts'
import { copyShippedDatasets, copyShippedReports } from '../../support/shipped-reports.ts'
import { reports } from '../../support/terminal.ts'

const folder = createEmptyFolder()

const written = (id: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8'))

describe('reports new', () => {
  test('writes a definition that passes the checks together with the existing ones', async () => {
    const datasets = join(folder, 'datasets')
    copyShippedReports(folder)
    copyShippedDatasets(datasets)
    expect((await reports(['new', 'call-quality', '--dir', folder, '--datasets-dir', datasets])).code).toBe(0)
    expect((await reports(['check', '--dir', folder, '--datasets-dir', datasets])).out).toMatch(
      /\n6 definitions, 5 datasets, nothing found, 1 warning$/,
    )
    expect(written('call-quality')).toMatchObject({
      id: 'call-quality',
      path: '/report/call-quality',
      menu: { label: 'Call Quality', permission: 90, order: 6 },
    })
  })

  test('takes title and permission from options', async () => {
    const flags = ['--title', 'Dropped Calls', '--permission', '77']
    expect((await reports(['new', 'drops', '--dir', folder, ...flags])).code).toBe(0)
    expect(written('drops')).toMatchObject({ title: 'Dropped Calls', menu: { permission: 77 } })
    const wrong = await reports(['new', 'other', '--dir', folder, '--title', 'Lost {kind}'])
    expect(wrong.code).toBe(1)
    expect(wrong.out).toContain('unknown placeholder {kind}; known are report')
  })

  test('does not overwrite a definition and writes no invalid one', async () => {
    await reports(['new', 'drops', '--dir', folder])
    expect(await reports(['new', 'drops', '--dir', folder])).toMatchObject({
      code: 2,
      err: expect.stringContaining('drops.json already exists'),
    })
    expect(await reports(['new', 'Bad Id', '--dir', folder])).toMatchObject({ code: 2 })
    const { code, out } = await reports(['new', 'other', '--dir', folder, '--permission', '90'])
    expect([code, existsSync(join(folder, 'other.json'))]).toEqual([1, false])
    expect(out).toContain('[unique]')
  })

  test.each([
    ['Date,Site,Calls,Remark\n2025-03-01,A,1,Cable cut\n2025-03-02,B,2,\n', ['day', 'site'], []],
    ['Month,Site,Calls,Remark\n2025-03,A,1,Cable cut\n2025-03,B,2,\n2025-04,B,2,All is well\n', ['site'], []],
    [
      'Date,Site,Way,Calls,Remark\n2025-03-01,A,IN,1,Cable cut\n2025-03-01,A,OUT,2,\n2025-03-01,B,OUT,2,\n',
      ['day', 'site'],
      ['way'],
    ],
  ])('drafts a question whose rows are records with their remarks: %j', async (text, by, chosen) => {
    const file = join(folder, 'sites.csv')
    writeFileSync(file, text)
    const datasets = join(folder, 'datasets')
    const flags = ['--with-data', file, '--dir', folder, '--datasets-dir', datasets]
    expect(await reports(['new', 'sites', ...flags])).toMatchObject({ code: 0 })
    const { rows, columns, selectors } = written('sites') as Record<string, readonly object[]>
    expect(rows).toMatchObject({ by })
    expect(columns?.at(-1)).toEqual({ text: 'remark', label: 'Remark' })
    expect(selectors?.flatMap((one) => ('dimension' in one ? one.dimension : []))).toEqual(chosen)
  })

  test('gives each draft over a file a place of its own in the menu', async () => {
    const file = join(folder, 'quality.csv')
    writeFileSync(file, 'Day,Carrier,Calls\n2025-03-01,A,1\n2025-03-02,B,2\n')
    const draft = (id: string) =>
      reports(['new', id, '--with-data', file, '--dir', folder, '--datasets-dir', join(folder, 'datasets')])
    expect([(await draft('first')).code, (await draft('second')).code]).toEqual([0, 0])
    expect(written('first')).toMatchObject({ menu: { permission: 90, order: 1 } })
    expect(written('second')).toMatchObject({ menu: { permission: 91, order: 2 } })
  })
})
