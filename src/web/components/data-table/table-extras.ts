import { PrintedTable } from '../printing/printed-table.tsx'
import { watchCells } from './cells/cell-events.ts'
import { copyTable, watchCopies } from './cells/copy-table.ts'
import { startHeaderTips } from './header-tips.ts'
import { loadedParts } from './table-parts.ts'

export { default } from './columns-panel.tsx'

Object.assign(loadedParts, { Printed: PrintedTable, copy: copyTable })
startHeaderTips()
watchCells()
watchCopies()
