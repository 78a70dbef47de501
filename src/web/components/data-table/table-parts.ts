import { lazyWithPreload } from '../lazy-loading.tsx'
import type { GridProps } from './static-grid.tsx'

/** The tables in the document by their boxes, for the code that selects and copies cells. */
export const shownTables = new WeakMap<Element, GridProps>()

/** Loads the code that selects and copies cells. */
export const loadCells = () => import('./cells/copy-table.ts')

/** The list in the menu of columns. */
export const columnsPanel = lazyWithPreload(() => import('./columns-panel.tsx'))
