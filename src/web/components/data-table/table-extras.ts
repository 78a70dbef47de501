import { PrintedTable } from '../printing/printed-table.tsx'
import { startHeaderTips } from './header-tips.ts'
import { loadedParts } from './table-parts.ts'

export { default } from './columns-panel.tsx'

/** Loads the code that selects and copies cells, which works from then on. */
const loadCells = () => import('./cells/table-cells.ts')

/** Loads it once a table is used: before the pointer or a key selects in it, and before selected text is copied. */
function loadCellsOnUse(): void {
  const controller = new AbortController()
  const load = () => {
    controller.abort()
    loadCells().catch(() => undefined)
  }
  const loadInTable = ({ target }: Event) => {
    if (target instanceof Element && target.closest('.data-table-box') !== null) load()
  }
  const { signal } = controller
  document.addEventListener('pointerover', loadInTable, { signal })
  document.addEventListener('focusin', loadInTable, { signal })
  document.addEventListener('selectionchange', () => !getSelection()?.isCollapsed && load(), { signal })
}

loadedParts.Printed = PrintedTable
loadedParts.copy = async (box) => (await loadCells()).copyTable(box)
startHeaderTips()
loadCellsOnUse()
