import { expect, test } from '../portal.ts'
import { choose, group, openAll, right, RIGHTS } from './permission-actions.ts'
import { button, open, status } from './admin-actions.ts'

type Node = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  readonly child: readonly Node[] | null
}

const node = (id: number, name: string, child: readonly Node[] | null = null): Node => ({
  id,
  name,
  description: `About ${name}`,
  enabled: false,
  child,
})

/** A customer's tree with all four levels (spec 9.2, 6.5). */
const tree = [
  node(1, 'Company', [
    node(10, 'Traffic', [
      node(100, 'National', [node(1000, 'North'), node(1001, 'South')]),
      node(101, 'Foreign', [node(1010, 'East')]),
      node(102, 'Summary'),
    ]),
    node(11, 'Billing', [node(110, 'Invoices', [node(1100, 'Paid')])]),
    node(12, 'Help'),
  ]),
]

const grants = (nodes: readonly Node[]): readonly number[] =>
  nodes.flatMap((each) => [...(each.enabled ? [each.id] : []), ...grants(each.child ?? [])])

test.describe('a tree of four levels', () => {
  test.beforeEach(async ({ page }) => {
    await page.route('**/v1/menu-hierarchy/role/**', (route) =>
      route.fulfill({ json: { success: true, message: '', records: tree, totalCount: 1 } }),
    )
    await open(page, RIGHTS)
    await choose(page, 'Roles', 'analyst')
  })

  test('is displayed, changed and saved as displayed (spec 2.10, 4.12)', async ({ page }) => {
    const saved: { readonly url: string; readonly records: readonly Node[] }[] = []
    await page.route('**/v1/rights-management/**', (route) => {
      const { records } = route.request().postDataJSON() as { readonly records: readonly Node[] }
      saved.push({ url: route.request().url(), records })
      return route.fulfill({ json: { success: true, message: 'done', records: [], totalCount: 0 } })
    })
    await openAll(page)
    await expect(page.getByRole('switch')).toHaveCount(6)
    await expect(button(page, 'Enable All')).toHaveCount(2)
    await expect(page.getByText('About North')).toBeVisible()

    await right(page, 'Paid').click()
    for (const name of ['Company', 'Billing', 'Invoices']) {
      await expect(group(page, name).getByText('On', { exact: true }).first()).toBeVisible()
    }
    await expect(group(page, 'Traffic').getByText('On', { exact: true })).toHaveCount(0)

    await button(group(page, 'Traffic'), 'Enable All').click()
    await right(page, 'South').click()
    await button(page, 'Save Changes').click()
    await expect(status(page)).toHaveText('Right saved successfully!')
    expect(saved.map(({ url }) => new URL(url).search)).toEqual([
      expect.stringMatching(/^\?roleId=\d+&service=bidashboard$/),
    ])
    expect(saved.map(({ records }) => grants(records))).toEqual([
      [1, 10, 100, 1000, 101, 1010, 102, 11, 110, 1100],
    ])
    expect(JSON.stringify(saved)).not.toContain('isOpen')
  })

  test('can be operated by the keyboard alone', async ({ page }) => {
    const toggle = (name: string) => page.locator('[data-group]').filter({ hasText: name })
    await toggle('Company').focus()
    await page.keyboard.press('Tab')
    await expect(toggle('Traffic')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toggle('Traffic')).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Enter')
    await expect(toggle('Traffic')).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Tab')
    await expect(button(group(page, 'Traffic'), 'Enable All')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('8 unsaved changes')).toBeVisible()
  })
})
