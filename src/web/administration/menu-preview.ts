import { portalPermissions } from '../../../schemas/api/menu.ts'
import { buildMenu, type MenuItem, type ReportMenuEntry } from '../layout/menu.ts'

/** What decides a menu besides rights. */
export interface PreviewInput {
  readonly reports: readonly ReportMenuEntry[]
  readonly reportsEnabled: boolean
}

/** An entry of the menu as a preview lists it. */
export interface PreviewItem {
  readonly label: string
  readonly children: readonly string[]
}

/** What a role or user sees. */
export interface MenuPreview {
  readonly items: readonly PreviewItem[]
  /** Whether no right opens anything: the menu is the one for tests. */
  readonly isEmpty: boolean
  /** Reports that are granted, and not opened, because Reports is off. */
  readonly withoutEffect: readonly string[]
}

/** The permissions that open an entry of the menu. */
const { dashboard, roles, reports: parent } = portalPermissions

const listItems = (menu: readonly MenuItem[]): readonly PreviewItem[] =>
  menu.map(({ label, children }) => ({ label, children: (children ?? []).map((link) => link.label) }))

/** Builds what a set of rights shows, by the rules of the menu itself. */
export const buildPreview = (
  ids: ReadonlySet<number>,
  { reports, reportsEnabled }: PreviewInput,
): MenuPreview => {
  const menu = buildMenu({ ids, reports, reportsEnabled })
  const granted = reports.filter(({ menu: { permission } }) => ids.has(permission))
  const areReportsOpen = reportsEnabled && ids.has(parent.id)
  return {
    items: listItems(menu),
    isEmpty: !ids.has(dashboard.id) && !ids.has(roles.id) && !(areReportsOpen && granted.length > 0),
    withoutEffect: areReportsOpen ? [] : granted.map((report) => report.menu.label),
  }
}

const listLabels = ({ items, isEmpty }: MenuPreview): readonly string[] =>
  isEmpty
    ? []
    : items.flatMap(({ label, children }) =>
        children.length === 0 ? [label] : children.map((child) => `${label} > ${child}`),
      )

/** The entries that one menu has and another one lacks. */
export const listMissing = (menu: MenuPreview, other: MenuPreview): readonly string[] => {
  const there = new Set(listLabels(other))
  return listLabels(menu).filter((label) => !there.has(label))
}
