import { expect, test } from 'vitest'
import { resolveLabels } from '../../../src/report/selection/titles-and-file-names.ts'
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

test('the tile of a pie says which values are not in it', () => {
  expect(listTileRemarks(records, 'a').pie).toContain('Not in the pie: B (negative).')
  expect(listTileRemarks(records, 'a').bar.join(' ')).not.toContain('Not in the pie')
})
