import { expect, test } from 'vitest'
import { resolveLabels } from '../../../src/report/selection/titles-and-file-names.ts'
import { addComparison, findEarlierPeriod } from '../../../src/report/table/add-comparison.ts'
import { parseResponse } from '../../../src/report/model/report-response.ts'
import { buildTable } from '../../../src/report/table/build-table.ts'
import { tileKinds } from '../../../src/web/dashboard/tile-kinds.tsx'
import { compile, MARCH, small } from '../../support/definitions.ts'

/** Lists the remarks of a tile of each kind over some records. */
function listTileRemarks(records: readonly object[], column: string) {
  const [report] = compile({ ...small, chart: { types: ['pie', 'bar'] } })
  const plan = report?.plans[0]
  if (report === undefined || plan === undefined) throw new Error('no plan')
  const notice = 'Until 14 March, due at 10:00.'
  const table = buildTable(plan, MARCH, parseResponse(plan, { success: true, records, notice }))
  const labels = resolveLabels(plan, MARCH, '2025-03-31')
  const view = { report, plan, selection: MARCH, options: {}, isWanted: true, table, labels }
  const show = (kind: keyof typeof tileKinds, type?: string) =>
    tileKinds[kind].show(view, { kind, view: { report: report.id }, column, type } as never, 760).remarks
  return {
    figure: show('figure'),
    table: show('table'),
    pie: show('chart', 'pie'),
    bar: show('chart', 'bar'),
  }
}

const records = [{ day: '2025-03-01', a: 60, b: -40 }]

test('every tile says until when there are records and when new ones are due', () => {
  for (const remarks of Object.values(listTileRemarks(records, 'a')))
    expect(remarks).toContain('Until 14 March, due at 10:00.')
})

test.each([
  ['of a whole month opens the report with the month before', 31, 'previous'],
  ['of a part of a month opens the report with the same days before', 14, 'sameDays'],
])('a number %s', (_, days, expected) => {
  const [report] = compile({ ...small, compare: ['sameDays', 'previous'] })
  const plan = report?.plans[0]
  if (report === undefined || plan === undefined) throw new Error('no plan')
  const fill = (month: string, count: number) =>
    parseResponse(plan, {
      success: true,
      records: Array.from({ length: count }, (_, index) => ({
        day: `2025-${month}-${String(index + 1).padStart(2, '0')}`,
        a: 1,
        b: 1,
      })),
    })
  const response = fill('03', days)
  const earlier = findEarlierPeriod(plan, MARCH, 'sameDays')
  if (earlier.problem !== null) throw new Error(earlier.problem)
  const { table } = addComparison(
    { plan, selection: MARCH, compare: 'sameDays', response, table: buildTable(plan, MARCH, response) },
    earlier,
    fill('02', 28),
  )
  const labels = resolveLabels(plan, MARCH, '2025-03-31')
  const view = { report, plan, selection: MARCH, options: {}, isWanted: true, table, labels }
  const tile = { kind: 'figure', view: { report: report.id }, compare: 'previous' }
  const { url } = tileKinds.figure.show(view, tile as never, 760)
  expect(new URLSearchParams(url.split('?')[1]).get('compare')).toBe(expected)
})

test('the tile of a pie says which values are not in it', () => {
  expect(listTileRemarks(records, 'a').pie).toContain('Not in the pie: B (negative).')
  expect(listTileRemarks(records, 'a').bar.join(' ')).not.toContain('Not in the pie')
})
