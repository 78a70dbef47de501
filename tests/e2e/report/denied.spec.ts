import { giveRights } from '../authoring/role-rights.ts'
import { expect, signIn, testOn } from '../portal.ts'
import { startServer } from '../server.ts'
import { button, table } from './report.ts'

const test = testOn(() => startServer())

test('a right that is taken away while its report is open is told once, with a way back', async ({
  page,
  problems,
  other: { url },
}) => {
  problems.expect('403 (Forbidden)')
  await signIn(page, 'analyst', '/report/daily-local-exchange-traffic?year=2025&month=3&view=table')
  await expect(table(page)).toBeVisible()
  await giveRights(url, 'analyst', [1, 13])
  await button(page, 'Submit').click()
  await expect(page.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(/permission|right|access/i)).toHaveCount(1)
  await expect(button(page, 'Try again')).toHaveCount(0)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(`${url}/`)
})
