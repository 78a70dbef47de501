/** What the portal's first load knows of a report. */
export interface ListedReport {
  /** Its position in the list, which is in the order of the menu. */
  readonly position: number
  readonly path: string
  readonly menu: { readonly label: string; readonly permission: number; readonly order: number }
}

/** The path that most reports have: their label in small letters. */
const getUsualPath = (label: string): string =>
  `/report/${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

/**
 * A line for each report, as short as possible because every user loads all of them: its label and, after tabs, what is
 * not as usual: a permission that is not the next number, and the path.
 */
export function formatReportList(reports: readonly Pick<ListedReport, 'path' | 'menu'>[]): string {
  let last = 0
  return reports
    .map(({ path, menu: { label, permission } }) => {
      const step = permission - last === 1 ? '' : String(permission - last)
      last = permission
      return [label.replaceAll(/[\t\n]/g, ' '), step, path === getUsualPath(label) ? '' : path]
        .join('\t')
        .replace(/\t+$/, '')
    })
    .join('\n')
}

/** The reports of a list that `formatReportList` has written. */
export function parseReportList(text: string): readonly ListedReport[] {
  let permission = 0
  return text === ''
    ? []
    : text.split('\n').map((line, position) => {
        const [label = '', step = '', path = ''] = line.split('\t')
        permission += Number(step || 1)
        return { position, path: path || getUsualPath(label), menu: { label, permission, order: position } }
      })
}
