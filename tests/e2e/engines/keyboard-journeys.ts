import { findScreen } from '../report/screens.ts'
import { expectWorkbook } from '../report/workbook-figures.ts'
import { DEMO_PASSWORD } from '../portal.ts'
import { fileOf } from './engine.ts'
import { button, type EngineTest, expect, heading, menu, poll } from './engine-test.ts'

const table = { role: 'table' } as const
const chart = { role: 'img' } as const

/** A report from sign-in to its files, and a refused deletion, by keys alone. */
export function describeKeyboard(test: EngineTest): void {
  test('by keyboard alone: sign-in, menu, report, chart, series, file and sign-out', async ({
    portalPage: page,
  }) => {
    test.setTimeout(120_000)
    const screen = findScreen('Daily International Exchange Traffic')
    await poll(async () => (await page.expectOne({ label: 'Username' })).isFocused).toBe(true)
    await page.type('administrator')
    await page.press('Tab')
    await page.type(DEMO_PASSWORD)
    await page.press('Enter')
    await page.expectOne(button('Logout'))

    await test.step('Enter opens the menu, and Tab chooses a report', async () => {
      await page.tabTo(button('Reports', menu))
      await page.press('Enter')
      const links = { role: 'link', within: menu } as const
      const focused = async () => (await page.find(links)).find(({ isFocused }) => isFocused)?.text
      for (let count = 0; count < 10 && (await focused()) !== screen.title; count += 1) {
        await page.press('Tab')
      }
      expect(await focused()).toBe(screen.title)
      await page.press('Enter')
      await page.expectOne(heading(screen.title))
    })

    await test.step('letters choose year and month, and Enter submits', async () => {
      await page.tabTo({ label: 'Choose Year' })
      await page.type(screen.year)
      await poll(async () => (await page.expectOne({ label: 'Choose Year' })).value).toBe(screen.year)
      await page.tabTo({ label: 'Choose Month' })
      await page.type(screen.month ?? '')
      await poll(async () => (await page.expectOne({ label: 'Choose Month' })).value).toBe('3')
      await page.tabTo(button('Submit'))
      await page.press('Enter')
      await poll(async () => (await page.find(table))[0]?.cells).toEqual([screen.header, ...screen.rows])
    })

    await test.step('Enter and Space press buttons', async () => {
      const file = await fileOf(page.engine, async () => {
        await page.tabTo(button('Download'))
        await page.press('Enter')
      })
      await expectWorkbook(file.bytes, screen)
      await page.tabTo(button('View Chart'))
      await page.press('Space')
      await poll(async () => (await page.find(chart)).map(({ name }) => name)).toEqual([
        screen.chartTitles[0],
      ])
      const [first = ''] = screen.series
      const toggle = button(first, { role: 'group', name: 'Series' })
      await page.tabTo(toggle)
      await page.press('Space')
      await poll(async () => (await page.expectOne(toggle)).isOn).toBe(false)
      await page.tabTo(button(screen.labels[1]))
      await page.press('Enter')
      await poll(async () => (await page.find(chart)).map(({ name }) => name)).toEqual([
        screen.chartTitles[1],
      ])
    })

    await test.step('a dialog keeps the focus, and Escape returns it', async () => {
      await page.open('/roles')
      await page.tabTo({ label: 'Search:' })
      await page.type('analyst')
      await page.press('Enter')
      const remove = button('Delete Role')
      await page.expectOne(remove)
      await page.tabTo(remove)
      await page.press('Enter')
      const within = { role: 'alertdialog' } as const
      await poll(async () => (await page.expectOne(button('Cancel', within))).isFocused).toBe(true)
      await page.press('Tab')
      expect((await page.expectOne(button('Delete', within))).isFocused).toBe(true)
      await page.press('Escape')
      await page.expectNone(within)
      await poll(async () => (await page.expectOne(remove)).isFocused).toBe(true)
    })

    await page.tabTo(button('Logout'))
    await page.press('Enter')
    await page.expectOne(button('Login'))
  })
}
