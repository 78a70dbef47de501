import { expect, type Page, signIn, test } from '../portal.ts'
import { button } from './admin-actions.ts'

const HEAD = 'Date,Type,Airtel,MTN,9Mobile,GLO,IDA'
const build = (...rows: readonly string[]) => ({
  name: 'march.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEAD, ...rows].join('\n')),
})
const day = (date: string, airtel: string) => `${date},MNO_TO_ROUTELINK,${airtel},2,3,4,5`

const open = async (page: Page) => {
  await signIn(page, 'superadmin', '/roles/data')
  await expect(page.getByText('Portal Location | Roles > Data')).toBeVisible()
  await page.getByLabel('Table', { exact: true }).selectOption('daily-reports')
}
const send = (page: Page, file: ReturnType<typeof build>) =>
  page.getByLabel('File to import').setInputFiles(file)
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

test('imports a file after its question, replaces it and undoes both, by keyboard', async ({ page }) => {
  await open(page)
  await send(page, build(day('2031-03-07', '26:30:00'), day('2031-03-08', '10:00:00')))
  const questions = region(page, 'What can be read in several ways')
  await expect(questions).toContainText(`Row 2, column “Airtel” (C): '26:30:00'`)
  await expect(questions).toContainText('"read": { "durations": { "airtelMinutes": "hours" } }')
  await expect(button(page, 'Import').last()).toBeDisabled()
  await questions.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowDown')
  const difference = region(page, 'The difference to what is stored')
  await expect(difference.getByRole('definition')).toHaveText(['2', '0', '0', '0'])
  const profile = page.getByRole('table', { name: 'What the file contains' })
  await expect(profile).toContainText('amount airtelMinutes')
  // The answered question stays, so that its answer can be changed.
  await page.keyboard.press('ArrowDown')
  await expect(profile).toContainText('95,400')
  await page.keyboard.press('ArrowUp')
  await expect(profile).toContainText('26.5')
  await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).last().press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'stored successfully!' })).toBeVisible()
  await expect(button(page, 'Choose a file')).toBeFocused()
  const first = page.getByRole('table', { name: 'Imports' }).getByRole('row').nth(1)
  await expect(first).toContainText('march.csv')
  await expect(first).toContainText(/SHA-256 [0-9a-f]{12}/)
  await expect(first).toContainText('--read durations=hours')
  await expect(first).toContainText('superadmin')

  await send(page, build(day('2031-03-07', '5')))
  await expect(region(page, /errors: nothing can be imported/)).toContainText(
    'row 2, column "Airtel" (C): 2031-03-07 is stored with 26.5',
  )
  await page.getByLabel('Replace').selectOption('2031-03')
  await expect(difference.getByRole('definition')).toHaveText(['0', '1', '1', '0'])
  await expect(page.getByRole('table', { name: 'The largest changes' })).toContainText('26.5')
  await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).last().press('Enter')
  await expect(page.getByRole('table', { name: 'Imports' }).getByRole('row')).toHaveCount(3)
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: 'Undo', exact: true }).first().press('Enter')
    const dialog = page.getByRole('alertdialog', { name: /^Undo import \d+\?$/ })
    await expect(dialog).toContainText('march.csv')
    await dialog.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(page.getByRole('table', { name: 'Imports' }).getByText(/^Undone/)).toHaveCount(count)
  }
})

test('the reason why a file cannot be read stays until another one is chosen', async ({ page, problems }) => {
  problems.expect(/400/, /The file must be/)
  await open(page)
  await send(page, { ...build(), name: 'photo.png', mimeType: 'image/png' })
  const reason = 'The file must be .csv or .xlsx.'
  await expect(region(page, 'Import a file').getByText(reason)).toBeVisible()
  await send(page, build(day('2031-04-01', '1')))
  await expect(region(page, 'The difference to what is stored')).toBeVisible()
  await expect(page.getByText(reason)).toHaveCount(0)
  await button(page, 'Cancel').press('Enter')
  await expect(button(page, 'Choose a file')).toBeFocused()
})
