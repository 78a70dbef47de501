import { lazyWithPreload } from '../lazy-loading.tsx'
import type { PrintedTable } from '../printing/printed-table.tsx'
import type { GridProps } from './static-grid.tsx'

/** The tables in the document by their boxes, for the code that selects and copies cells. */
export const shownTables = new WeakMap<Element, GridProps>()

/** The table on paper, for which a print cannot wait, and what copies a table; null while their code is not loaded. */
export const loadedParts: {
  Printed: typeof PrintedTable | null
  copy: ((box: Element | null) => Promise<void>) | null
} = { Printed: null, copy: null }

/** What loads after a table: the list in the menu of columns, printing, and what loads once cells are selected. */
export const tableExtras = lazyWithPreload(() => import('./table-extras.ts'))
