import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { CLIENT, type Person, startOidcProvider } from '../../support/oidc-provider.ts'
import { expect, type Page, test as base } from '../portal.ts'
import { startServer } from '../server.ts'

type Provider = Awaited<ReturnType<typeof startOidcProvider>>

const LABEL = 'Company sign-in'
const REPORT = '/report/daily-report-minutes/mno-to-routelink?year=2025&month=3'

/** A portal of its own beside a provider of another site. */
const test = base.extend<
  { readonly only: string; readonly problemsOfProvider: undefined },
  { readonly provider: Provider }
>({
  provider: [
    async ({ browserName: _browser }, use) => {
      const provider = await startOidcProvider()
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  only: ['', { option: true }],
  baseURL: async ({ provider, only }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-roles-'))
    const roles = join(folder, 'roles.json')
    await writeFile(roles, '{"analysts": "analyst", "admins": "administrator"}')
    const secret = join(folder, 'secret')
    await writeFile(secret, CLIENT.client_secret)
    const server = await startServer({
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET_FILE: secret,
      OIDC_ROLES_FILE: roles,
      OIDC_ONLY: only,
    })
    provider.allow(server.url)
    await use(server.url)
    await server.stop()
    await rm(folder, { recursive: true })
  },
  problemsOfProvider: [
    async ({ problems, provider }, use) => {
      problems.expect(`${provider.url}/`)
      await use(undefined)
    },
    { auto: true },
  ],
})

const ada: Person = {
  sub: 'a-1',
  preferred_username: 'ada',
  email: 'ada@company.example',
  groups: ['analysts'],
}

const expectNoOverflow = async (page: Page): Promise<void> => {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(width).toBeLessThanOrEqual(0)
}

for (const [width, scheme] of [
  [1440, 'light'],
  [390, 'dark'],
] as const) {
  test(
    `a person signs in at the company by keyboard, reaches the wanted page and signs out there too, at ${width} px (spec 2.6, 11.7)`,
    { tag: '@rest' },
    async ({ page, provider }) => {
      provider.setPerson(ada)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto(REPORT)
      const button = page.getByRole('button', { name: LABEL })
      await expect(button).toBeVisible()
      await expectNoOverflow(page)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      await page.getByRole('button', { name: 'Login', exact: true }).focus()
      await page.keyboard.press('Tab')
      await expect(button).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL((url) => url.pathname + url.search === REPORT)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('MNO to Routelink')
      await expect(page.getByLabel('Choose Month')).toHaveValue('3')
      expect(await page.evaluate(() => localStorage.getItem('username'))).toBe('ada')

      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL(/\/session\/end\?client_id=portal&post_logout_redirect_uri=.*%2Flogin$/)
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await expect(page).toHaveURL(/\/login(\?.*)?$/)
      await expect(page.getByRole('button', { name: LABEL })).toBeVisible()
    },
  )
}

test('a change continues after a sign-in in another tab (spec 11.1)', async ({
  page,
  provider,
  problems,
}) => {
  // The other tab may still ask with the token of the session that it replaces.
  problems.expect('status of 403', 'status of 401')
  provider.setPerson({ ...ada, sub: 'a-2', preferred_username: 'grace', groups: ['admins'] })
  await page.goto('/roles')
  await page.getByRole('button', { name: LABEL }).click()
  await page.getByLabel('Role Name').fill('Late')
  await page.getByLabel('Description').fill('Typed before the question')
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  await page.route('**/v1/role-master', async (route) => {
    const isOld = route.request().headers()['authorization'] === `Bearer ${token}`
    if (!isOld || route.request().method() === 'GET') return route.continue()
    return route.fulfill({ status: 403, json: { success: false, code: 'sign-in-again' } })
  })
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in again for this change' })
  await dialog.getByRole('button', { name: LABEL }).click()
  await expect(page.getByRole('rowheader', { name: 'Late' })).toBeVisible({ timeout: 20_000 })
})

test('says whom to ask, and keeps the way with a password', async ({ page, provider, problems }) => {
  problems.expect('status of 403', 'status of 503')
  provider.setPerson({ ...ada, groups: ['staff'] })
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/login')
  await page.getByRole('button', { name: LABEL }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'You may not use the portal: none of your groups has a role in it. Ask the administrator of the portal.',
  )
  await expectNoOverflow(page)
  await expect(page.getByRole('button', { name: LABEL })).toBeFocused()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.route('**/auth/oidc/start', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, message: 'The company sign-in cannot be reached.' },
    }),
  )
  await page.getByRole('button', { name: LABEL }).click()
  await expect(page.getByRole('alert')).toHaveText('The company sign-in cannot be reached.')
  await page.getByLabel('Username').fill('analyst')
  await page.getByLabel('Password').fill('demo-Portal-2025')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('an answer of another browser opens nothing', async ({ page, problems }) => {
  problems.expect('status of 400')
  await page.goto('/login?code=x&state=y')
  await expect(page.getByRole('alert')).toContainText('begun in another window')
  await expect(page).toHaveURL(/\/login$/)
})

test.describe('with passwords for named accounts only', () => {
  test.use({ only: 'administrator' })

  test('the button comes first, and the form on request', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: LABEL })).toBeFocused()
    await expect(page.getByLabel('Username')).toHaveCount(0)
    await page.getByRole('button', { name: 'Use a password' }).click()
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.getByLabel('Username').fill('administrator')
    await page.getByLabel('Password').fill('demo-Portal-2025')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  })
})
