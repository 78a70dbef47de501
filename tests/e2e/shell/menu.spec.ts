import { loadAddedReports } from '../../support/shipped-reports.ts'
import { expect, holdRequests, type Page, signIn, test } from '../portal.ts'

const REPORTS = [
  'Monthly Report - Daily Average',
  'Daily Report - Minutes',
  'Daily Report - International Minutes',
  'Daily Local Exchange Traffic',
  'Daily International Exchange Traffic',
  ...loadAddedReports().map(({ menu }) => menu.label),
]

const ADMINISTRATION = [
  'Roles',
  'Rights Administration',
  'System Users',
  'Sessions',
  'Tokens',
  'History',
  'Deliveries',
  'Alerts',
]

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('an administrator sees all menus, and sub-menus open on hover (spec 2.5)', async ({ page }) => {
  await signIn(page, 'administrator', '/test')
  await expect(main(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await main(page).getByRole('button', { name: 'Roles' }).hover()
  await expect(main(page).getByRole('link')).toHaveText(['Dashboard', ...ADMINISTRATION])
  await main(page).getByRole('button', { name: 'Reports' }).hover()
  await expect(main(page).getByRole('link', { name: 'Rights Administration' })).toHaveCount(0)
  await expect(main(page).getByRole('link')).toHaveText(['Dashboard', ...REPORTS])
})

test('the menu marks the dashboard at / and at /dashboard, also on a phone (spec 2.1)', async ({ page }) => {
  await signIn(page, 'analyst', '/test')
  const marked = main(page).locator('[aria-current=page]')
  for (const path of ['/', '/dashboard']) {
    await page.goto(path)
    await expect(marked).toHaveText('Dashboard')
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(marked).toHaveText('Dashboard')
})

test('an analyst sees no administration, and its URL gives no access (spec 6.3)', async ({ page }) => {
  await signIn(page, 'analyst', '/test')
  await expect(main(page).getByRole('button')).toHaveText(['Reports'])
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  for (const path of ['', '/rights-administration', '/system-user', '/sessions', '/history']) {
    await page.goto(`/roles${path}`)
    await expect(page.getByText('You do not have access to this page.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  }
  // The bell reads what the user is told of.
  const own = ['/v1/account', '/v1/alerts']
  const data = calls.filter((path) => path.startsWith('/v1') && !own.includes(path))
  expect(data).toEqual([])
})

test('a sub-menu opens for a pointer that comes from a part of the page that is gone', async ({ page }) => {
  await signIn(page, 'administrator', '/test')
  // Browsers then name what is left there, to which they sent no pointerout.
  await main(page)
    .getByRole('button', { name: 'Roles' })
    .evaluate((button) => {
      const relatedTarget = document.querySelector('main')
      const init = { bubbles: true, pointerType: 'mouse', relatedTarget }
      button.dispatchEvent(new PointerEvent('pointerover', init))
    })
  await expect(main(page).getByRole('link', { name: 'System Users' })).toBeVisible()
})

test('skeletons and Loading navigation... are shown while permissions load', async ({ page }) => {
  await signIn(page, 'analyst', '/test')
  const release = await holdRequests(page, '**/auth/permissions')
  await page.goto('/dashboard')
  await expect(page.getByText('Loading navigation...')).toBeVisible()
  await expect(page.getByText('No Dashboards Found')).toBeVisible()
  await expect(main(page)).toHaveCount(0)
  release()
  await expect(main(page).getByRole('button', { name: 'Reports' })).toBeVisible()
})

test('failed permissions show an empty menu, a toast and Retry (spec 4.7)', async ({ page, problems }) => {
  problems.expect('status of 500')
  await signIn(page, 'analyst', '/test')
  await page.route('**/auth/permissions', (route) =>
    route.fulfill({ status: 500, json: { message: 'down today' } }),
  )
  await page.goto('/report/daily-local-exchange-traffic')
  await expect(page.getByText('Your permissions could not be loaded.')).toBeVisible()
  await expect(page.getByRole('alert').getByText('down today')).toBeVisible()
  await expect(main(page)).toHaveCount(0)
  await expect(page.getByText('Test Menu')).toHaveCount(0)
  await page.unroute('**/auth/permissions')
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByText('Your permissions could not be loaded.')).toHaveCount(0)
  await expect(page.getByLabel('Choose Month')).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Choose Year')).toBeFocused()
  await expect(main(page).getByRole('button', { name: 'Reports' })).toBeVisible()
})

test('the menu can be operated by the keyboard alone', async ({ page }) => {
  await signIn(page, 'administrator', '/test')
  const roles = main(page).getByRole('button', { name: 'Roles' })
  await roles.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(main(page).getByRole('link', { name: 'System Users' })).toHaveCount(0)
  await expect(roles).toBeFocused()
  await page.keyboard.press('Enter')
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('Tab')
  await expect(main(page).getByRole('link', { name: 'System Users' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/roles\/system-user$/)
  await expect(main(page).getByRole('link', { name: 'Rights Administration' })).toHaveCount(0)
})

test('the menu is stacked behind a button under 768 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page, 'administrator', '/test')
  await expect(main(page)).toHaveCount(0)
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(49)
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  await button.click()
  await expect(main(page).getByRole('link')).toHaveText([
    'Dashboard',
    ...ADMINISTRATION,
    ...REPORTS,
    'Change password',
    'Your sessions',
    'Your views',
    'Your alerts',
    'Your tokens',
  ])
  await page.keyboard.press('Escape')
  await expect(main(page)).toHaveCount(0)
  await button.click()
  await main(page).getByRole('link', { name: 'Rights Administration' }).click()
  await expect(page).toHaveURL(/\/roles\/rights-administration$/)
  await expect(main(page)).toHaveCount(0)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(main(page).getByRole('button', { name: 'Reports' })).toBeVisible()
})
