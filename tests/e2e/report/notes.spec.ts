import type { Route } from '@playwright/test'
import { expect, type Page, signIn, test } from '../portal.ts'
import { call } from '../administration/admin-actions.ts'
import { button, fileOf } from './report.ts'

const REPORT = '/report/daily-report-minutes/mno-to-routelink?year=2025&month=3'
const TEXT = 'Cable cut <b>at</b> Lagos, \u0642\u0637\u0639 🧑‍🔧'
const SENTENCE = /14 Mar 2025 to 16 Mar 2025 \(analyst, \d+ \w+ \d{4}\)/

const notes = (page: Page) => page.getByRole('region', { name: 'Notes' }).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog')

test('a note is added by keyboard and shown in table, chart, image and print (spec 2.25)', async ({
  page,
}) => {
  await signIn(page, 'analyst', `${REPORT}&view=table`)
  await expect(page.getByRole('table')).toBeVisible()
  await expect(notes(page)).toHaveCount(0)

  await button(page, 'Add note').focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Add note')
  // Only users who may change the records of a dataset write notes on it.
  await expect(page.getByLabel('Shown in')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await button(page, 'Save').press('Enter')
  await expect(page.getByLabel('From')).toBeFocused()
  await expect(page.getByLabel('From')).toHaveAccessibleDescription('Choose the first and the last day.')
  await expect(page.getByLabel('Note', { exact: true })).toHaveAccessibleDescription(/The note is empty\.$/)
  await page.getByLabel('From').selectOption('3/14/2025')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2025-03-14')
  await page.getByLabel('To', { exact: true }).selectOption('3/16/2025')
  await page.getByLabel('Note', { exact: true }).fill(TEXT)
  await expect(dialog(page)).toContainText(`${TEXT.length} of 500 characters`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Note saved successfully!')).toBeVisible()
  await expect(button(page, 'Add note')).toBeFocused()

  await test.step('table: a sign at each row opens the sentence', async () => {
    await expect(notes(page)).toHaveText([new RegExp(`${TEXT}.*`)])
    await expect(notes(page)).toHaveText(SENTENCE)
    await expect(page.getByRole('table').getByRole('button', { name: 'Note 1', exact: true })).toHaveCount(3)
    const sign = page.getByRole('row', { name: '3/15/2025' }).getByRole('button', { name: 'Note 1' })
    await sign.press('Enter')
    const panel = page.locator('[popover]:popover-open')
    await expect(panel).toContainText(TEXT)
    await expect(panel.locator('b')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
  })

  await test.step('print: numbers at the rows and the sentences, without buttons', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(notes(page)).toBeVisible()
    await expect(button(page, 'Add note')).toBeHidden()
    await expect(notes(page).getByRole('button')).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('chart: a number above the row, the sentence in tooltip and image', async () => {
    await button(page, 'View Chart').click()
    const chart = page.getByRole('img')
    await expect(chart).toBeVisible()
    await expect(notes(page)).toHaveCount(1)
    await expect(chart.locator('text').filter({ hasText: /^1$/ })).toHaveCount(1)
    await chart.focus()
    for (let step = 0; step < 14; step++) await page.keyboard.press('ArrowRight')
    await expect(page.getByText(/^3\/14\/2025 Fri.*Cable cut/).first()).toBeAttached()
    await button(page, 'Other image formats').click()
    const { bytes } = await fileOf(page, () => button(page, 'SVG image').click())
    const image = bytes.toString('utf8')
    expect(image).toContain('Cable cut &lt;b&gt;at&lt;/b&gt; Lagos')
    expect(image).toMatch(/viewBox="0 0 1200 640"/)
  })

  await test.step('dashboard: a number in the chart of a tile', async () => {
    const report = page.url()
    await page.goto('/dashboard/operations?period=2025-03')
    const marks = page.getByRole('img').locator('text').filter({ hasText: /^1$/ })
    await expect(marks).toHaveCount(1)
    await page.goto(report)
  })

  await test.step('it is removed after a question, and no sign remains', async () => {
    await button(page, 'Hide Chart').click()
    await button(page, 'Remove').click()
    await expect(page.getByRole('alertdialog')).toHaveAccessibleName('Remove this note?')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(notes(page)).toHaveCount(0)
    await expect(page.getByRole('table').getByRole('button', { name: /^Note/ })).toHaveCount(0)
  })
})

test('a half-written note is there after a new sign-in, but not for another user', async ({ page }) => {
  await signIn(page, 'analyst', `${REPORT}&view=table`)
  await button(page, 'Add note').click()
  await page.getByLabel('Note', { exact: true }).fill(TEXT)
  await signIn(page, 'administrator', `${REPORT}&view=table`)
  await expect(button(page, 'Add note')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await signIn(page, 'analyst', `${REPORT}&view=table`)
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue(TEXT)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(button(page, 'Add note')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('a sign-out takes half-written notes out of the browser', async ({ page }) => {
  await signIn(page, 'analyst', `${REPORT}&view=table`)
  await button(page, 'Add note').click()
  await page.getByLabel('Note', { exact: true }).fill(TEXT)
  const isKept = () => page.evaluate((text) => Object.values(sessionStorage).join('').includes(text), TEXT)
  expect(await isKept()).toBe(true)
  await page.goto('/')
  await button(page, 'Logout').click()
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await isKept()).toBe(false)
})

test('a note of someone else is not overwritten unasked', async ({ page, openElsewhere, problems }) => {
  problems.expect('412 (Precondition Failed)')
  await signIn(page, 'analyst', `${REPORT}&view=table`)
  const screen = 'daily-report-minutes/mno-to-routelink/daily'
  const note = { from: '2025-03-20', to: '2025-03-20', text: 'Switch replaced' }
  expect((await call(page, 'POST', '/v1/notes', { screen, scope: 'report', ...note })).status).toBe(201)
  await page.reload()
  await button(page, 'Edit').click()
  await page.getByLabel('Note', { exact: true }).fill('Switch replaced at 9')

  const other = await openElsewhere()
  await signIn(other, 'administrator', `${REPORT}&view=table`)
  await other.getByRole('button', { name: 'Edit', exact: true }).click()
  await other.getByLabel('Note', { exact: true }).fill('Switch replaced at 10')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(notes(other)).toHaveText(/Switch replaced at 10 .*analyst, changed by administrator/)

  await button(page, 'Save').click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Someone else changed this note to “Switch replaced at 10”. Save replaces that.',
  )
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Switch replaced at 9')
  await button(page, 'Save').click()
  await expect(notes(page)).toHaveText(/Switch replaced at 9 /)

  await other.getByRole('button', { name: 'Remove', exact: true }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(other.getByText('This record was changed by someone else.')).toBeVisible()
  await expect(notes(other)).toHaveText(/Switch replaced at 9 /)
  await other.goto('/roles/history')
  await expect(other.getByText(/^Changed a note on Daily Report - Minutes: /).first()).toBeVisible()
  await expect(other.getByText('Added a note to Daily Report - Minutes').first()).toBeVisible()
})

test('a note that is being written is not opened again by a chart that loads', async ({ page }) => {
  const held: Route[] = []
  await page.route(/chart-card-.*js/, (route) => held.push(route))
  await signIn(page, 'analyst', `${REPORT}&view=table`)
  await button(page, 'Add note').click()
  await page.getByLabel('From').selectOption('3/14/2025')
  await expect.poll(() => held.length).toBe(1)
  await held[0]?.continue()
  await expect(page.locator('[aria-label="Chart type"]')).toBeAttached()
  await expect(page.locator('dialog')).toHaveCount(1)
})
