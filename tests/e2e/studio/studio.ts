import { type Locator, type Page } from '@playwright/test'
import { expect, signIn } from '../portal.ts'

/** The first answers wait for the worker, and for demo records. */
export const SLOW = { timeout: 60_000 }

/** Begins a report with an example by keyboard; returns its text. */
export async function beginWith(page: Page, example: string): Promise<Locator> {
  await signIn(page, 'superadmin', '/studio/examples')
  await page.getByRole('button', { name: `Begin with ${example}` }).press('Enter')
  await expect(page.getByRole('main').getByRole('table').first()).toBeVisible(SLOW)
  return page.getByRole('textbox', { name: `Text of reports/${example}.json` })
}
