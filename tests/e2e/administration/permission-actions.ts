import type { Locator } from '@playwright/test'
import { expect, type Page } from '../portal.ts'
import { button } from './admin-actions.ts'

export const RIGHTS = '/roles/rights-administration'

/** Chooses a role or user and waits for the tree. */
export const choose = async (page: Page, type: 'Roles' | 'System Users', name: string): Promise<void> => {
  await page.getByLabel('Select type').selectOption({ label: type })
  await page.getByLabel(type === 'Roles' ? 'Select role' : 'Select user').selectOption({ label: name })
  await expect(button(page, 'Open All')).toBeVisible()
}

export const openAll = async (page: Page): Promise<void> => {
  await button(page, 'Open All').click()
  await expect(button(page, 'Close All')).toBeVisible()
}

export const right = (page: Page, name: string): Locator => page.getByRole('switch', { name, exact: true })

/** The place of a group in the tree: its name, its state, and what stands below it. */
export const group = (page: Page, name: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.locator('[data-group]').getByText(name, { exact: true }) })
    .last()

/** The question before unsaved changes are lost. */
export const question = (page: Page): Locator => page.getByRole('alertdialog')
