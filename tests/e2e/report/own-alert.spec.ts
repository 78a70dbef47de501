import { button, expect, load, test } from './report.ts'

const LOCAL = '/report/daily-local-exchange-traffic'

test('an alert of one’s own is tried in its dialog, rings and ends (spec 7.33)', async ({ page }) => {
  await page.goto(LOCAL)
  await load(page, { year: '2025', month: 'March' })
  await button(page, 'Tell me when…').click()
  const dialog = page.getByRole('dialog', { name: 'Tell me when…' })
  await dialog.getByLabel('Is', { exact: true }).selectOption('above')
  const value = dialog.getByLabel('Value')
  await expect(value).toHaveAccessibleDescription('A number, such as 12.5')
  await dialog.getByRole('button', { name: 'Tell me' }).click()
  await expect(value).toBeFocused()
  await expect(value).toHaveAttribute('aria-invalid', 'true')
  await value.fill('nothing')
  await expect(value).toHaveAccessibleDescription('A number, such as 12.5')
  await dialog.getByLabel('Value').fill('1')
  await expect(dialog.getByLabel('Name')).toHaveValue(/ above 1$/)
  await expect(dialog.getByText('It would have fired once in 12 weeks:', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText([/^2025-\d\d-\d\d \(/])
  await dialog.getByLabel('Name').fill('There is traffic')
  await dialog.getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByText('Alert set successfully!')).toBeVisible()

  await expect(async () => {
    await page.goto('/account/alerts')
    await expect(page.getByRole('row', { name: /There is traffic/ })).toContainText('Firing', {
      timeout: 1_000,
    })
    // The bell asks by itself, and can have done so before the alert fired.
    await expect(page.getByRole('button', { name: 'Alerts: 1 firing' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Alerts: 1 firing' }).click()
  await expect(page.getByRole('dialog', { name: 'Alerts' })).toContainText('There is traffic')
  await button(page, 'Close').click()
  await page
    .getByRole('row', { name: /There is traffic/ })
    .getByRole('button', { name: 'End' })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('Alert ended successfully!')).toBeVisible()
  await expect(page.getByRole('row', { name: /There is traffic/ })).toHaveCount(0)
})

test('the conditions of an alert are shown whole on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(LOCAL)
  await load(page, { year: '2025', month: 'March' })
  await button(page, 'Tell me when…').click()
  const is = page.getByRole('dialog').getByLabel('Is', { exact: true })
  await is.selectOption('down from the period before by more than')
  await expect(page.getByText('A change is since the same day of the period before.')).toBeVisible()
  // A list that is as wide as its longest text shows all of them.
  const room = await is.evaluate((list) => {
    const wide = list.cloneNode(true) as HTMLElement
    wide.style.width = 'max-content'
    list.after(wide)
    const needed = wide.getBoundingClientRect().width
    wide.remove()
    return list.getBoundingClientRect().width - needed
  })
  expect(room).toBeGreaterThanOrEqual(0)
})
