import { expect, test } from 'vitest'
import { checkDrafts } from '../../../src/web/studio/draft-checks.ts'
import { draftOverTable } from '../../../src/web/studio/draft-over-table.ts'
import { readTexts } from '../../support/definition-folders.ts'

test('each new report over a table with reports has a label and an id of its own, and no error', () => {
  const texts = readTexts()
  const table = texts.find(({ kind, name }) => kind === 'datasets' && name === 'monthly-reports')
  if (table === undefined) throw new Error('the table is gone')
  const titled = { ...table, text: table.text.replace('{', '{ "title": "Monthly Report - Daily Average",') }
  const drafts = [titled]
  for (let count = 0; count < 3; count++) {
    const draft = draftOverTable(titled, [...texts, ...drafts])
    if (draft === null) throw new Error('no report')
    drafts.push(draft)
  }
  const { problems } = checkDrafts({ texts, drafts }, 'reports/monthly-reports-report.json', () => [])
  expect(problems.filter(({ level }) => level === 'error')).toEqual([])
  expect(drafts.slice(1).map(({ name, text }) => [name, JSON.parse(text).menu.label])).toEqual([
    ['monthly-reports-report', 'Monthly Report - Daily Average 2'],
    ['monthly-reports-report-2', 'Monthly Report - Daily Average 3'],
    ['monthly-reports-report-3', 'Monthly Report - Daily Average 4'],
  ])
})
