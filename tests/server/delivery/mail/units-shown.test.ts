// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest'
import { listEarlierPeriods } from '../../../../src/report/table/add-comparison.ts'
import { layOutScreen } from '../../../../src/server/data/workbooks/read-screen.ts'
import { buildMail } from '../../../../src/server/delivery/schedules/build-mail.ts'
import type { LoadedView } from '../../../../src/server/delivery/schedules/load-view.ts'
import { renderViews } from '../../../../src/server/delivery/schedules/render.ts'
import { compileOne } from '../../../support/definitions.ts'
import { parts, sampleAbout, values, write } from '../../../support/read-workbook.ts'
import { render } from '../../../support/rendered-table.ts'

/* One table on the screen, in a workbook and in a mail: the units of its numbers, and names of one period alone. */
const formats = {
  length: { style: 'duration', unit: 's' },
  peak: { unit: 'kbit' },
  load: { unit: 'Erlang' },
  share: { style: 'percent', decimals: 1 },
  amount: { style: 'millions', unit: 'NGN' },
}
const plan = compileOne({
  rows: { key: { kind: 'text', field: 'carrier', label: 'Carrier' }, total: 'All' },
  columns: Object.entries(formats).map(([field, format]) => ({ field, label: field, format, total: false })),
  highlights: [{ when: { column: 'share', operator: 'outside', value: [0.1, 0.5] }, as: 'warning' }],
  chart: { types: [] },
})
const selection = { year: '2025', month: '3' }
const respond = (...names: readonly string[]) =>
  JSON.stringify({
    success: true,
    records: names.map((carrier) => ({
      carrier,
      length: 222,
      peak: 12.5,
      load: 80,
      share: 0.9846,
      amount: 1_250_000,
    })),
  })
const view: LoadedView = {
  plan,
  selection,
  response: respond('Atlantic', 'Baobab'),
  previousYear: null,
  earlier: listEarlierPeriods(plan, selection, 'previous').map((one) => ({
    ...one,
    response: respond('Baobab', 'Cedar'),
  })),
  title: 'Carriers',
  period: '2025 March',
  about: sampleAbout,
  workbookName: 'carriers.xlsx',
  chart: null,
  chartTitle: '',
  series: null,
  tile: null,
  url: '/report/small',
}
const table = layOutScreen(view)
const cells = ['3:42', '12.50\u00A0kbit', '80.00\u00A0Erlang', '98.5%', '1.25\u00A0M\u00A0NGN']
const apart = [
  'In February 2025, not in March 2025: Cedar.',
  'In March 2025, not in February 2025: Atlantic.',
]

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
})

test('the screen writes each number in its unit, and marks what is outside two limits', () => {
  const [row = []] = render(table).rows()
  expect(row).toHaveLength(6)
  for (const [index, text] of cells.entries()) expect(row[index + 1]).toContain(text)
  expect(row[4]).toMatch(/^!/)
  expect(table.remarks).toEqual(apart)
})

test('a workbook has the whole numbers, the units as formats, and the names of one period', async () => {
  const file = await write(table)
  const { rows } = await values(file)
  expect(rows.find(([name]) => name === 'Baobab')).toEqual(['Baobab', 222, 12.5, 80, 0.9846, 1_250_000])
  const { styles, sheet } = parts(file)
  for (const text of ['kbit', 'Erlang', '0.0%', 'M\u00A0NGN']) expect(styles).toContain(text)
  expect(sheet).toContain('OR($E4&lt;0.1,$E4&gt;0.5)')
  for (const text of apart) expect(rows.map(([name]) => name)).toContain(text)
})

test('a mail writes the same texts', async () => {
  const shown = { hasWorkbook: false, hasCharts: false, user: 'ada', product: 'Portal' }
  const rendered = await renderViews({
    dashboard: null,
    views: [view],
    today: '2025-04-01',
    at: new Date(0),
    ...shown,
  })
  const frame = { title: 'Carriers', product: 'Portal', portalUrl: '', path: '/', notices: [] }
  const { text, html } = buildMail(frame, rendered)
  for (const written of [...cells, ...apart]) {
    expect(text).toContain(written)
    expect(html).toContain(written)
  }
})
