import type { Locator } from '@playwright/test'
import { choosePassword } from '../../crash/api-client.ts'
import { expect, type Page, signIn } from '../portal.ts'

/** A password that the server takes (spec 5.5). */
export const GOOD_PASSWORD = 'quiet-Harbour-8812'

let made = 0

/** A name that no other test uses, whatever server they share. */
export const unique = (prefix: string): string => {
  made += 1
  return `${prefix} ${process.pid.toString(36)}${Date.now().toString(36)}${made}`
}

export const uniqueUser = (): string => unique('user').replaceAll(' ', '.')

/** Opens one of the three screens as an administrator. */
export const open = async (page: Page, path: string): Promise<void> => {
  await signIn(page, 'administrator', path)
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible()
}

export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true })

/** The red banner. */
export const alert = (page: Page): Locator => page.getByRole('alert')
/** The green banner. */
export const status = (page: Page): Locator => page.getByRole('status')

export const search = async (page: Page, term: string): Promise<void> => {
  await page.getByLabel('Search:').fill(term)
  await page.getByLabel('Search:').press('Enter')
}

/** Searches the list for a term and returns the row of a record. */
export const findRow = async (page: Page, term: string): Promise<Locator> => {
  await search(page, term)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: term, exact: true }) })
  await expect(row).toBeVisible()
  return row
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call past the screen: what is prepared for a test, or what somebody else does meanwhile. */
export const call = async (
  page: Page,
  method: Method,
  path: string,
  data?: unknown,
): Promise<{ readonly status: number; readonly records: unknown }> => {
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const answer = await page.request.fetch(path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  })
  const body: unknown = await answer.json()
  const records = typeof body === 'object' && body !== null && 'records' in body ? body.records : null
  return { status: answer.status(), records }
}

const idOf = ({ status, records }: { readonly status: number; readonly records: unknown }): number => {
  if (typeof records === 'object' && records !== null && 'id' in records && typeof records.id === 'number') {
    return records.id
  }
  throw new Error(`no record was made; the answer was ${status}`)
}

/** Makes a role past the screen and returns its id. */
export const makeRole = async (page: Page, name: string, description = 'Made for a test'): Promise<number> =>
  idOf(await call(page, 'POST', '/v1/role-master', { name, description }))

/** Makes a user past the screen, who has chosen the password unless the user is new, and returns its id. */
export const makeUser = async (
  page: Page,
  userId: string,
  roleId: number,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<number> => {
  const password = isNew ? GOOD_PASSWORD : 'first-Harbour-7701'
  const form = { owner: 'admin', roleId, loginIP: '', emailId: `${userId}@portal.example` }
  const id = idOf(await call(page, 'POST', '/v1/system-users', { ...form, userId, password }))
  if (!isNew) await choosePassword(new URL(page.url()).origin, userId, password, GOOD_PASSWORD)
  return id
}

/** Lets a call fail: refused without a message, or without an answer. */
export const failCall = async (page: Page, path: string, how: 'refused' | 'lost'): Promise<void> => {
  await page.route(
    (url) => url.pathname.startsWith(path),
    (route) =>
      how === 'lost'
        ? route.abort()
        : route.fulfill({ status: 500, json: { success: false, message: '', records: [], totalCount: 0 } }),
  )
}
