import { furtherColumns } from './further-columns.ts'
import { furtherGroups } from './further-groups.ts'
import { furtherKeys } from './further-keys.ts'
import { furtherRows } from './further-rows.ts'
import { furtherSelectors } from './further-selectors.ts'

/** What only some reports use, by parts. */
export type Further = {
  readonly columns: typeof furtherColumns
  readonly groups: typeof furtherGroups
  readonly keys: typeof furtherKeys
  readonly rows: typeof furtherRows
  readonly selectors: typeof furtherSelectors
}

/**
 * A part that only some reports use. In the browser, `further-in-browser.ts` replaces this file: there a part loads with
 * the reports that use it.
 */
export function getFurther<P extends keyof Further>(part: P): Further[P] {
  const parts: Further = {
    columns: furtherColumns,
    groups: furtherGroups,
    keys: furtherKeys,
    rows: furtherRows,
    selectors: furtherSelectors,
  }
  return parts[part]
}
