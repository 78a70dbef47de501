// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ReportTable } from '../../../src/report/model/report-table.ts'
import { columnsPanel } from '../../../src/web/table/columns-menu.tsx'
import { render, tableOf } from '../../support/rendered-table.ts'

const march = tableOf(
  ['Airtel', 'MTN'],
  [
    ['2025-03-01', [30, 1234.5]],
    ['2025-03-02', [0, 2]],
    ['2025-03-03', null],
    ['2025-03-10', [-4.005, 1000000]],
  ],
)

const blanks = {
  ...march,
  rows: march.rows.map((row, index) => (index === 1 ? { ...row, values: [null, null] } : row)),
}

const many = tableOf(
  Array.from({ length: 200 }, (_, index) => `Carrier ${index}`),
  Array.from({ length: 366 }, (_, row) => [
    `day ${String(row).padStart(3, '0')}`,
    Array.from({ length: 200 }, (__, column) => row + column / 100),
  ]),
)

// The code of large tables loads with the first of them, that of the menu when the page is idle.
beforeAll(async () => {
  await columnsPanel.preload()
  const { all } = render(many)
  await vi.waitUntil(() => all('table').length === 1)
})

describe('texts of rows', () => {
  const texts = ['Switch 10', '', 'Cable cut', 'Switch 9']
  const remarked = {
    ...march,
    columns: march.columns.map((column, index) =>
      index === 1 ? ({ ...column, role: 'text' } as const) : column,
    ),
    rows: march.rows.map((row, index) => ({
      ...row,
      values: [row.values[0] ?? null, null],
      texts: ['', texts[index] ?? ''],
    })),
  }
  const remarks = (rows: readonly (string | null)[][]) => rows.map((row) => row[2])

  test('have no total, so that its cell is empty', () => {
    const { texts } = render({ ...remarked, total: { label: 'Total', values: [30, null] } })
    expect(texts('tfoot td')).toEqual(['30.00', ''])
  })

  test('are sorted as a reader would, and are links where numbers are', () => {
    const { rows, click } = render(remarked)
    expect(remarks(rows())).toEqual(['Switch 10', 'no value', 'Cable cut', 'Switch 9'])
    click('thead button', 'MTN')
    expect(remarks(rows())).toEqual(['Cable cut', 'Switch 9', 'Switch 10', 'no value'])
  })

  test('are searched for all words, whatever their case and accents, and the number found is said', () => {
    const { rows, type, texts: read } = render(remarked)
    type('[aria-label="Search rows"]', ' CÂBLE 03-03')
    expect(rows().map(([first]) => first)).toEqual(['2025-03-03 no record'])
    expect(read('search p')).toEqual(['1 of 4 rows; the totals are those of all rows'])
    type('[aria-label="Search rows"]', 'nothing')
    expect([rows(), read('search p')[0]]).toEqual([[], '0 of 4 rows; the totals are those of all rows'])
    type('[aria-label="Search rows"]', '')
    expect([rows().length, read('search p')]).toEqual([4, ['']])
  })

  test('without texts and names there is no search', () => {
    expect(render(march).all('search')).toEqual([])
    expect(render({ ...march, keyKind: 'text' }).all('search')).toHaveLength(1)
  })
})

describe('the content of the table', () => {
  test('has header, rows and total, with two decimals and thousands separators (spec 9.6)', () => {
    const { texts, rows } = render(march)
    expect(texts('thead th')).toEqual(['Date', 'Airtel', 'MTN'])
    expect(rows()).toEqual([
      ['2025-03-01', '30.00', '1,234.50'],
      ['2025-03-02', '0.00', '2.00'],
      ['2025-03-03 no record', '0.00', '0.00'],
      ['2025-03-10', '-4.01', '1,000,000.00'],
    ])
    expect(texts('tfoot tr > *')).toEqual(['Total', '26.00', '1,001,236.50'])
  })

  test('says what a total is that is no sum, also where cells are rendered as they come into view', () => {
    const toMean = (table: ReportTable): ReportTable => ({
      ...table,
      columns: table.columns.map((column, index) => (index === 0 ? { ...column, total: 'mean' } : column)),
    })
    expect(render(toMean(march)).texts('tfoot tr > *')).toEqual(['Total', 'mean 26.00', '1,001,236.50'])
    expect(render(toMean(many)).texts('tfoot tr > *')[1]).toBe('mean 66,795.00')
  })

  test('says beside the colour how a cell or a row is marked, and below what that means', () => {
    const limit = { operator: '>', absolute: false, limits: [10], label: '! Busy' } as const
    const { rows, all, texts } = render({
      ...march,
      highlights: {
        conditions: [
          { ...limit, columns: [0], mark: 'warning', isRow: false },
          { ...limit, columns: [1], limits: [2000], mark: 'bad', isRow: true, label: '✗ Too many' },
        ],
        scales: [{ columns: [1], from: 0, to: 2000 }],
      },
    })
    expect(rows()[0]).toEqual(['2025-03-01', '!warning: 30.00', '1,234.50'])
    expect(rows()[3]?.[0]).toBe('✗bad: 2025-03-10')
    expect(all('tbody i').map((sign) => sign.getAttribute('aria-hidden'))).toEqual(['true', 'true'])
    expect(all('tbody tr').map(({ className }) => className)).toEqual(['', '', 'unrecorded', 'bad'])
    expect(all('tbody td').map(({ style }) => style.getPropertyValue('--heat'))[1]).toBe('28%')
    expect(texts('p')).toEqual(['! Busy', '✗ Too many', 'MTN: shaded from 0.00  to 2,000.00'])
  })

  test('says at the name of a row how its cells are marked, for phones: the worst that is visible', () => {
    const limit = { operator: '>', absolute: false, isRow: false, label: '' } as const
    const { all, click } = render({
      ...march,
      highlights: {
        conditions: [
          { ...limit, columns: [0], limits: [10], mark: 'good' },
          { ...limit, columns: [1], limits: [1000], mark: 'bad' },
        ],
        scales: [],
      },
    })
    const worst = () => all('tbody th').map(({ dataset }) => dataset['worst'])
    expect(worst()).toEqual(['bad', undefined, undefined, 'bad'])
    click('button', 'Columns')
    click('label', 'MTN')
    expect(worst()).toEqual(['good', undefined, undefined, undefined])
  })

  test('distinguishes a row without a record from a recorded zero (spec 2.20)', () => {
    const { all } = render(march)
    expect(all('tbody tr').map(({ className }) => className)).toEqual(['', '', 'unrecorded', ''])
    expect(all('tbody th > span').map(({ textContent }) => textContent)).toEqual([' no record'])
    expect(all('.zero')).toHaveLength(3)
  })

  test('has an empty cell for a blank, which says so to screen readers', () => {
    const { all } = render(blanks)
    const [cell] = all('tbody tr:nth-child(2) td')
    expect(cell?.textContent).toBe('no value')
    expect(cell?.querySelector('.sr-only')).not.toBeNull()
  })

  test('has the name of its card and is marked while busy', () => {
    const { all, draw } = render(march, true)
    expect(all('table')[0]?.getAttribute('aria-label')).toBe('Data - 2025 March')
    expect(all('table')[0]?.getAttribute('aria-busy')).toBe('true')
    draw(march, false)
    expect(all('table')[0]?.getAttribute('aria-busy')).toBe('false')
  })

  test('has no total row if the report has none (spec 2.20)', () => {
    expect(render({ ...march, total: null }).all('tfoot')).toEqual([])
  })
})

describe('links to other reports', () => {
  const link = (url: string) => ({ url, permission: 17, label: 'Hours of a day' })
  const linked = (table: ReportTable): ReportTable => ({
    ...table,
    link: link('/report/hours?day={key}'),
    columns: table.columns.map((column, index) =>
      index === 1 ? { ...column, link: link('/report/cell?day={keyDay}') } : column,
    ),
  })

  test('are in the first cell of rows and the numbers of columns, only where there is a record', () => {
    const { all, rows } = render(linked(march))
    expect(all('a').map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
      ['2025-03-01', '/report/hours?day=2025-03-01'],
      ['1,234.50', '/report/cell?day=1'],
      ['2025-03-02', '/report/hours?day=2025-03-02'],
      ['2.00', '/report/cell?day=2'],
      ['2025-03-10', '/report/hours?day=2025-03-10'],
      ['1,000,000.00', '/report/cell?day=10'],
    ])
    expect(all('a[title]').every(({ title }) => title === 'Hours of a day')).toBe(true)
    expect(rows()).toEqual(render(march).rows())
  })
})

describe('headers above headers', () => {
  const grouped = (table: ReportTable, above: (index: number) => string | null): ReportTable => ({
    ...table,
    columns: table.columns.map((column, index) => {
      const text = above(index)
      return text === null
        ? column
        : { ...column, label: `${text}: ${column.label}`, header: { above: text, label: column.label } }
    }),
  })
  const four = grouped(
    tableOf(['Calls', 'Minutes', 'Both', 'Cost'], [['2025-03-01', [1, 2, 3, 4]]]),
    (index) => ['In', 'In', null, 'In'][index] ?? null,
  )
  const groups = (all: (selector: string) => HTMLElement[]) =>
    all('thead tr.groups > *').map((cell) => `${cell.textContent}:${(cell as HTMLTableCellElement).colSpan}`)

  test('span adjacent columns, as the column groups of the table do', () => {
    const { all, texts, click } = render(four)
    expect(groups(all)).toEqual([':1', 'In:2', ':1', 'In:1'])
    expect(all('thead th[scope=colgroup]')).toHaveLength(2)
    expect(all('colgroup').map((group) => group.getAttribute('span'))).toEqual([null, '2', '1', '1'])
    expect(texts('thead tr:nth-child(2) th')).toEqual(['Date', 'Calls', 'Minutes', 'Both', 'Cost'])
    click('button', 'Columns')
    expect(texts('fieldset label')).toEqual(['In: Calls', 'In: Minutes', 'Both', 'In: Cost'])
    click('label', 'Both')
    expect(groups(all)).toEqual([':1', 'In:3'])
    for (const label of ['In: Calls', 'In: Minutes', 'In: Cost']) click('label', label)
    click('label', 'Both')
    expect(all('thead tr')).toHaveLength(1)
  })

  test('are in a table of which only a part is in the document, with the positions of the rows', () => {
    const names = Array.from({ length: 300 }, (_, index) => `Carrier ${index + 1}`)
    const days = Array.from({ length: 31 }, (_, index) => [`${index}`, names.map(() => 1)] as const)
    const { all } = render(grouped(tableOf(names, days), (index) => (index < 2 ? 'First' : 'Rest')))
    const shown = all('thead tr:nth-child(2) th').length - 1
    expect(groups(all)).toEqual([':1', 'First:2', `Rest:${shown - 2}`])
    const indexes = all('thead th[scope=colgroup]').map((cell) => cell.getAttribute('aria-colindex'))
    expect(indexes).toEqual(['2', '4'])
    const rowIndexes = (selector: string) => all(selector).map((row) => row.getAttribute('aria-rowindex'))
    expect(rowIndexes('thead tr')).toEqual(['1', '2'])
    expect(rowIndexes('tbody tr[aria-rowindex]')[0]).toBe('3')
    expect(rowIndexes('tfoot tr')).toEqual(['34'])
    expect(all('table')[0]?.getAttribute('aria-rowcount')).toBe('34')
    expect(all('colgroup[span]').map((group) => group.getAttribute('span'))).toEqual(['2', `${shown - 2}`])
  })
})

test('a described column has its description at its header and in the menu of columns', () => {
  const columns = march.columns.map((column, index) =>
    index === 0 ? { ...column, description: 'Minutes of Airtel.' } : column,
  )
  const { all, texts, click } = render({ ...march, columns })
  const titles = all('thead button').map((button) => button.getAttribute('title'))
  expect(titles).toEqual(['Date', 'Minutes of Airtel.', 'MTN'])
  click('button', 'Columns')
  expect(texts('fieldset label')).toEqual(['AirtelMinutes of Airtel.', 'MTN'])
})

describe('sorting', () => {
  test('cycles through ascending, descending and the original order; the total stays last', () => {
    const { click, rows, all, texts } = render(march)
    const column = () => rows().map(([, airtel]) => airtel)
    const directions = () => all('thead th').map((header) => header.getAttribute('aria-sort'))
    expect(directions()).toEqual(['none', 'none', 'none'])
    click('thead button', 'Airtel')
    expect(column()).toEqual(['-4.01', '0.00', '0.00', '30.00'])
    expect(directions()).toEqual(['none', 'ascending', 'none'])
    click('thead button', 'Airtel')
    expect(column()).toEqual(['30.00', '0.00', '0.00', '-4.01'])
    expect(directions()).toEqual(['none', 'descending', 'none'])
    click('thead button', 'Airtel')
    expect(column()).toEqual(['30.00', '0.00', '0.00', '-4.01'])
    expect(directions()).toEqual(['none', 'none', 'none'])
    expect(texts('tfoot th')).toEqual(['Total'])
  })

  test('keeps the row of the remaining rows last in both directions', () => {
    const rest = { ...march, rows: march.rows.map((row, index) => ({ ...row, isRest: index === 3 })) }
    const { click, rows, all } = render(rest)
    for (const expected of ['0.00 0.00 30.00', '30.00 0.00 0.00']) {
      click('thead button', 'Airtel')
      expect(
        rows()
          .map(([, airtel]) => airtel)
          .join(' '),
      ).toBe(`${expected} -4.01`)
    }
    expect(all('tbody tr').at(-1)?.className).toBe('rest')
  })

  test('keeps blanks last in both directions', () => {
    const { click, rows } = render(blanks)
    for (const expected of ['-4.01 0.00 30.00', '30.00 0.00 -4.01']) {
      click('thead button', 'Airtel')
      expect(
        rows()
          .map(([, airtel]) => airtel)
          .join(' '),
      ).toBe(`${expected} no value`)
    }
  })

  test('sorts names by number and letter', () => {
    const names = [10, 9].map((trunk) => [`Trunk ${trunk}`, [1]] as const)
    const trunks = tableOf(['a'], names, { keyKind: 'text', keyLabel: 'Trunk' })
    const byText = render(trunks)
    expect(byText.rows().map(([name]) => name)).toEqual(['Trunk 10', 'Trunk 9'])
    byText.click('thead button', 'Trunk')
    expect(byText.rows().map(([name]) => name)).toEqual(['Trunk 9', 'Trunk 10'])
  })

  test('follows its column when the column moves', () => {
    const { click, draw, all } = render(march)
    click('thead button', 'MTN')
    draw(tableOf(['GLO', 'Airtel', 'MTN'], [['2025-04-01', [1, 2, 3]]]))
    const sorted = all('thead th').map((header) => header.getAttribute('aria-sort'))
    expect(sorted).toEqual(['none', 'none', 'none', 'ascending'])
  })
})

describe('hiding columns', () => {
  /** The columns, of which the second is hidden at first. */
  const hideSecond = (more: object = {}) =>
    march.columns.map((column, index) => (index === 1 ? { ...column, hidden: true, ...more } : column))

  test('removes the values and the total of a hidden column, and restores them', () => {
    const { click, texts, rows } = render(march)
    click('button', 'Columns')
    click('label', 'Airtel')
    expect(texts('thead th')).toEqual(['Date', 'MTN'])
    expect(rows()[0]).toEqual(['2025-03-01', '1,234.50'])
    expect(texts('tfoot tr > *')).toEqual(['Total', '1,001,236.50'])
    click('button', 'Show all columns')
    expect(texts('thead th')).toEqual(['Date', 'Airtel', 'MTN'])
  })

  test('of every column is said above the table, with a way back', () => {
    const { click, texts } = render(march)
    click('button', 'Columns')
    click('label', 'Airtel')
    expect(texts('button')).not.toContain('Show columns')
    click('label', 'MTN')
    expect(texts('thead th')).toEqual(['Date'])
    click('button', 'Show columns')
    expect(texts('thead th')).toEqual(['Date', 'Airtel', 'MTN'])
    expect(texts('button')).not.toContain('Show columns')
  })

  test('keeps a column hidden by name when the next period has other columns', () => {
    const { click, draw, texts } = render(march)
    click('button', 'Columns')
    click('label', 'Airtel')
    draw(tableOf(['GLO', 'Airtel'], [['2025-04-01', [1, 2]]]))
    expect(texts('thead th')).toEqual(['Date', 'GLO'])
  })

  test('shows a column that is hidden at first only after it is chosen', () => {
    const { click, texts } = render({ ...march, columns: hideSecond() })
    expect(texts('thead th')).toEqual(['Date', 'Airtel'])
    expect(texts('button[popovertarget]')).toEqual(['Columns'])
    click('button', 'Columns')
    click('label', 'MTN')
    expect(texts('thead th')).toEqual(['Date', 'Airtel', 'MTN'])
    expect(texts('button[popovertarget]')).toEqual(['Columns2/2'])
  })

  test('says below the table why a visible column is blank', () => {
    const unavailable = 'The year before has no records.'
    const { click, texts } = render({ ...march, columns: hideSecond({ unavailable }) })
    expect(texts('p')).toEqual([])
    click('button', 'Columns')
    click('label', 'MTN')
    expect(texts('p')).toEqual([
      'To change a width, drag the edge of a heading, or press Shift and an arrow key on it. The workbook has every column, and columns and rows in the order of the report.',
      'MTN: The year before has no records.',
    ])
  })
})

describe('the order of columns', () => {
  const three = tableOf(['Airtel', 'MTN', 'GLO'], [['2025-03-01', [1, 2, 3]]])
  const press = (all: (selector: string) => HTMLElement[], name: string) =>
    flushSync(() => all(`[aria-label="${name}"]`)[0]?.click())

  test('is changed in the menu, with the values and totals below the headings', () => {
    const { click, all, texts, rows } = render(three)
    click('button', 'Columns')
    press(all, 'Move GLO to the left')
    expect(texts('thead th')).toEqual(['Date', 'Airtel', 'GLO', 'MTN'])
    expect(rows()).toEqual([['2025-03-01', '1.00', '3.00', '2.00']])
    expect(texts('tfoot tr > *')).toEqual(['Total', '1.00', '3.00', '2.00'])
    press(all, 'Move Airtel to the right')
    expect(texts('fieldset label')).toEqual(['GLO', 'Airtel', 'MTN'])
    press(all, 'Move GLO to the left')
    expect(texts('thead th')).toEqual(['Date', 'GLO', 'Airtel', 'MTN'])
    click('button', 'Columns of the report')
    expect(texts('thead th')).toEqual(['Date', 'Airtel', 'MTN', 'GLO'])
  })

  test('has no way to the left of the first shown column and to the right of the last one', () => {
    const { click, all } = render(three)
    click('button', 'Columns')
    const disabled = () =>
      all('fieldset [aria-disabled=true]').map((button) => button.getAttribute('aria-label'))
    expect(disabled()).toEqual(['Move Airtel to the left', 'Move GLO to the right'])
    click('label', 'Airtel')
    expect(disabled()).toEqual(['Move Airtel to the left', 'Move MTN to the left', 'Move GLO to the right'])
  })

  test('skips hidden columns, and is that of the paper and of the next period', () => {
    const { click, all, texts, draw } = render(three)
    click('button', 'Columns')
    click('label', 'MTN')
    press(all, 'Move GLO to the left')
    expect(texts('thead th')).toEqual(['Date', 'GLO', 'Airtel'])
    dispatchEvent(new Event('beforeprint'))
    expect(texts('thead th')).toEqual(['Date', 'GLO', 'Airtel'])
    dispatchEvent(new Event('afterprint'))
    draw(tableOf(['Airtel', 'New', 'GLO'], [['2025-04-01', [1, 2, 3]]]))
    expect(texts('thead th')).toEqual(['Date', 'GLO', 'Airtel', 'New'])
  })
})

test('Shift and an arrow key change the width of a column, and a double click on its edge gives it back', async () => {
  const { all } = render(march)
  const width = () => all('thead th')[1]?.style.width
  const button = all('thead button')[1]
  Object.defineProperty(all('thead th')[1] ?? {}, 'offsetWidth', { get: () => 100 })
  const press = (key: string) =>
    button?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true }))
  press('ArrowRight')
  await vi.waitFor(() => expect(width()).toBe('116px'))
  press('ArrowUp')
  press('ArrowLeft')
  await vi.waitFor(() => expect(width()).toBe('84px'))
  all('[data-edge]')[1]?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
  await vi.waitFor(() => expect(width()).toBe(''))
})

describe('a table with very many cells', () => {
  test('renders only a part, with its position in the whole table', () => {
    const { all, rows, texts } = render(many)
    const [table] = all('table')
    expect(table?.getAttribute('aria-rowcount')).toBe('368')
    expect(table?.getAttribute('aria-colcount')).toBe('201')
    expect(all('td, th').length).toBeLessThan(900)
    expect(rows()[1]?.slice(0, 3)).toEqual(['day 001', '1.00', '1.01'])
    expect(all('tbody tr')[0]?.getAttribute('aria-rowindex')).toBe('2')
    expect(texts('tfoot tr > *').slice(0, 2)).toEqual(['Total', '66,795.00'])
    expect(all('tfoot tr')[0]?.getAttribute('aria-rowindex')).toBe('368')
  })

  test('follows the scroll position in both directions', () => {
    const { all, rows, texts } = render(many)
    const [box] = all('.data-table-box')
    if (box === undefined) throw new Error('no box')
    Object.defineProperties(box, { clientHeight: { value: 600 }, clientWidth: { value: 1000 } })
    box.scrollTop = 100 * 24
    box.scrollLeft = 50 * 104
    box.dispatchEvent(new Event('scroll'))
    const [, first] = texts('thead button')
    expect(Number(first?.replace('Carrier ', ''))).toBeGreaterThan(40)
    expect(rows().find(([day]) => day === 'day 110')).toContain('110.55')
    const row = all('tbody tr').find(({ textContent }) => textContent.startsWith('day 110'))
    expect(row?.getAttribute('aria-rowindex')).toBe('112')
    expect(row?.children[2]?.getAttribute('aria-colindex')).toBe(String(Number(first?.slice(8)) + 2))
    expect(texts('tfoot tr > th')).toEqual(['Total'])
    expect(all('td, th').length).toBeLessThan(900)
  })

  test('prints completely', () => {
    const days = many.rows.slice(0, 15)
    const { all } = render({ ...many, rows: days })
    expect(all('tbody td').length).toBeLessThan(15 * 200)
    dispatchEvent(new Event('beforeprint'))
    expect(all('tbody td')).toHaveLength(15 * 200)
    dispatchEvent(new Event('afterprint'))
  })

  test('prints no hidden column, and the order of the screen (spec 2.13)', () => {
    const { click, rows, texts } = render(march)
    click('button', 'Columns')
    click('label', 'MTN')
    click('thead button', 'Date')
    click('thead button', 'Date')
    dispatchEvent(new Event('beforeprint'))
    expect(texts('thead th')).toEqual(['Date', 'Airtel'])
    const dates = ['2025-03-10', '2025-03-03 no record', '2025-03-02', '2025-03-01']
    expect(rows().map(([date]) => date)).toEqual(dates)
    dispatchEvent(new Event('afterprint'))
  })
})
