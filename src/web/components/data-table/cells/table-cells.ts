import { watchCells } from './cell-events.ts'
import { watchCopies } from './copy-table.ts'

export { copyTable } from './copy-table.ts'

watchCells()
watchCopies()
