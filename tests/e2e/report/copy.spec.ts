import { button, expect, link, type Page, table, test } from './report.ts'
import { dailyMinutes, idaToRoutelink, localExchange } from './screens.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** What a program gets that takes text, line by line and cell by cell. */
const readText = async (page: Page): Promise<string[][]> => {
  const text = await page.evaluate(() => navigator.clipboard.readText())
  return text.split('\n').map((line) => line.split('\t'))
}

const header = (page: Page, name: string) => table(page).getByRole('button', { name, exact: true })

test('order and columns of the screen are those of the copy (spec 2.20)', async ({ page }) => {
  await page.goto(link(idaToRoutelink, { view: 'table' }))
  await header(page, 'Alpha').click()
  await button(page, 'Columns').click()
  for (const name of ['Beta', 'Gamma', 'Delta', 'Omega'])
    await page.getByLabel(name, { exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await button(page, 'Copy').click()
  await expect(page.getByText('Copied 3 rows and 4 columns.')).toBeVisible()
  expect(await readText(page)).toEqual([
    ['Date', 'Zeta Tel', 'Alpha', 'Grand Total'],
    ['2024-02-29', '1', '2.25', '14.25'],
    ['2024-02-01', '10.5', '20', '210.5'],
    ['Total', '11.5', '22.25', '224.75'],
  ])
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return (await item?.getType('text/html'))?.text()
  })
  expect(html?.match(/<tr/g)).toHaveLength(4)
  expect(html?.match(/x:num="/g)).toHaveLength(9)
})

test('a copy that the browser refuses says what to do', async ({ page }) => {
  await page.addInitScript(() => {
    document.execCommand = () => false
  })
  await page.goto(link(localExchange, { view: 'table' }))
  await button(page, 'Copy').click()
  await expect(page.getByRole('alert')).toHaveText(
    'The table could not be copied. Select it and press Ctrl+C.',
  )
})

for (const width of [1440, 820, 390]) {
  test(`at ${width} px the toast of a copy covers no control, and no banner`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(link(dailyMinutes, { view: 'table' }))
    await button(page, 'Copy').click()
    const toast = page.getByRole('status').filter({ hasText: /copied/i })
    await expect(toast).toBeVisible()
    const listCovered = () =>
      toast.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const others = document.querySelectorAll('button, a, select, [data-banner] > *')
        return [...others].flatMap((other) => {
          const box = other.getBoundingClientRect()
          const isClear = box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom
          return isClear || element.contains(other) ? [] : other.textContent
        })
      })
    // It slides in.
    await expect.poll(listCovered).toEqual([])
    // So does a longer one.
    const text = toast.getByText(/copied/i)
    await text.evaluate((element) => element.append(' The rest of it is in a second line below the first.'))
    expect(await listCovered()).toEqual([])

    await button(page, 'View Chart').click()
    await expect(page.getByText('Chart data loaded successfully!')).toBeVisible()
    await button(page, 'Copy link').click()
    await text.evaluate((element) => element.append(' The rest of it is in a second line below the first.'))
    await expect.poll(listCovered).toEqual([])
  })
}
