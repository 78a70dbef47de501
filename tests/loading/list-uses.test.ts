import { describe, expect, test } from 'vitest'
import { checkDefinitions, groupTexts } from '../../src/loading/check-definitions.ts'
import { listNamed, listShown, selectNeeded } from '../../src/loading/list-uses.ts'
import { readTexts } from '../support/definition-folders.ts'

const shipped = readTexts()
const examples = readTexts('examples/')

describe('what a definition names', () => {
  test.each([
    ['reports/daily-international-minutes.json', ['datasets/international-minutes.json']],
    ['datasets/monthly-reports.json', ['datasets/daily-reports.json']],
  ])('%s names its tables, by their calls too', (path, tables) => {
    expect(listNamed(shipped).get(path)).toEqual(expect.arrayContaining(tables))
  })

  test.each([
    ['reports/reconciliation.json', ['datasets/own-minutes.json', 'datasets/partner-minutes.json']],
    [
      'reports/settlement.json',
      ['datasets/carrier-minutes.json', 'datasets/carrier-rates.json', 'datasets/exchange-rates.json'],
    ],
    ['schedules/monthly-quality.json', ['dashboards/quality.json']],
  ])('%s names what it shows', (path, named) => {
    expect(listNamed(examples).get(path)).toEqual(named)
  })

  test('every report is the same alone with what it needs as among all', () => {
    for (const texts of [shipped, examples]) {
      const whole = checkDefinitions(groupTexts(texts))
      for (const report of whole.reports) {
        const alone = checkDefinitions(groupTexts(selectNeeded(texts, `reports/${report.id}.json`)))
        expect(alone.errors).toEqual([])
        expect(alone.reports.find(({ id }) => id === report.id)).toEqual(report)
      }
    }
  })

  test('every shipped and example report has a table', () => {
    const without = [shipped, examples].flatMap((texts) =>
      [...listNamed(texts)].flatMap(([path, named]) =>
        path.startsWith('reports/') && !named.some((name) => name.startsWith('datasets/')) ? [path] : [],
      ),
    )
    expect(without).toEqual([])
  })
})

test('a file that is no JSON names nothing and has no keys', () => {
  expect(listNamed([{ kind: 'reports', name: 'a', text: '{' }]).get('reports/a.json')).toEqual([])
  expect([...listShown('{')]).toEqual([])
  const text = '{ "id": "a", "columns": [{ "value": "sum(each(day, x))", "format": { "unit": "min" } }] }'
  expect([...listShown(text)]).toEqual(['id', 'columns.value', 'columns.format', 'sum()', 'each()'])
})
