import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildPreview, listMissing } from '../../../src/web/administration/menu-preview.ts'
import { buildMenu } from '../../../src/web/layout/menu.ts'

const report = (label: string, permission: number, order: number) => ({
  path: `/report/${permission}`,
  menu: { label, permission, order },
})
const reports = [report('Second', 17, 2), report('First', 16, 1)]
const preview = (ids: readonly number[], reportsEnabled = true) =>
  buildPreview(new Set(ids), { reports, reportsEnabled })

describe('the preview of a menu (spec 2.25)', () => {
  test.each<[string, readonly number[], object]>([
    [
      'everything',
      [1, 2, 11, 13, 16, 17],
      {
        items: [
          { label: 'Dashboard', children: [] },
          { label: 'Roles', children: ['Roles', 'Rights Administration', 'System Users'] },
          { label: 'Reports', children: ['First', 'Second'] },
        ],
        isEmpty: false,
        withoutEffect: [],
      },
    ],
    [
      'a report without Reports',
      [11, 17],
      { items: [{ label: 'Dashboard', children: [] }], isEmpty: false, withoutEffect: ['Second'] },
    ],
    [
      'Reports without a report, and a right of no definition',
      [13, 95],
      {
        items: [{ label: 'Test Menu', children: ['Test Sub-menu 1', 'Test Sub-menu 2'] }],
        isEmpty: true,
        withoutEffect: [],
      },
    ],
  ])('of %s', (_, ids, expected) => {
    expect(preview(ids)).toEqual(expected)
  })

  test('has no reports where the settings switch them off', () => {
    expect(preview([13, 16], false)).toMatchObject({ isEmpty: true, withoutEffect: ['First'] })
  })

  test('is the menu that the person gets, whatever the rights', () => {
    const ids = fc.uniqueArray(fc.constantFrom(1, 2, 11, 13, 16, 17, 95))
    fc.assert(
      fc.property(ids, fc.boolean(), (chosen, reportsEnabled) => {
        const menu = buildMenu({ ids: new Set(chosen), reports, reportsEnabled })
        const { items, isEmpty } = preview(chosen, reportsEnabled)
        expect(items.map(({ label }) => label)).toEqual(menu.map(({ label }) => label))
        expect(isEmpty).toBe(menu[0]?.label === 'Test Menu')
      }),
    )
  })

  test('says what is new and what is gone', () => {
    const [before, after] = [preview([11, 13, 16]), preview([2, 13, 17])]
    expect(listMissing(after, before)).toEqual([
      'Roles > Roles',
      'Roles > Rights Administration',
      'Roles > System Users',
      'Reports > Second',
    ])
    expect(listMissing(before, after)).toEqual(['Dashboard', 'Reports > First'])
    expect(listMissing(preview([]), preview([11]))).toEqual([])
  })
})
