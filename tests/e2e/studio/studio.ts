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

/** Sets the cursor before what ends the first line with some words; lines can be wrapped. */
export async function goToLine(page: Page, text: Locator, words: string, end: string): Promise<void> {
  await text.press('Control+Home')
  const line = text.locator('.cm-activeLine')
  const isReached = async () => (await line.textContent())?.includes(words) === true
  for (let row = 0; row < 80; row++) {
    if (await isReached()) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(line).toContainText(words)
  // The first one goes to the end of the row.
  for (let press = 0; press < 3; press++) await page.keyboard.press('End')
  for (const _ of end) await page.keyboard.press('ArrowLeft')
}
