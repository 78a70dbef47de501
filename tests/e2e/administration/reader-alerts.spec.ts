import { expect, signIn, test } from '../portal.ts'
import { button, call, open, unique } from './admin-actions.ts'

test('an administrator sees the alerts of readers and ends one (spec 7.33)', async ({
  page,
  openElsewhere,
}) => {
  const title = unique('Few minutes')
  const reader = await openElsewhere()
  await signIn(reader, 'analyst', '/dashboard')
  const screen = { report: 'daily-report-minutes', tab: null, variant: null, selectors: {} }
  const watched = { column: 'grandTotal', label: 'Grand Total', against: 'value', operator: '<', value: 1 }
  const made = await call(reader, 'POST', '/v1/alerts/own', { ...screen, ...watched, title, mail: false })
  expect(made.status).toBe(201)

  await open(page, '/roles/alerts')
  const row = page.getByRole('table', { name: 'What readers are told of' }).getByRole('row', { name: title })
  await expect(row).toContainText('analyst')
  await expect(row).toContainText('Quiet')
  await expect(row).toContainText(/Grand Total, [\d,.]+/)
  await button(row, 'End').click()
  await expect(page.getByRole('alertdialog')).toContainText(`${title} of analyst`)
  await button(page.getByRole('alertdialog'), 'End').click()
  await expect(row).toHaveCount(0)

  await page.goto('/roles/history')
  await expect(page.getByText(`Ended the alert “${title}” of analyst`)).toBeVisible()
})
