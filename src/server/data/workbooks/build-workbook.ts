import { addProblem } from '../../../workbook/comparison-sheet.ts'
import { type WorkbookContent, type WorkbookResult, writeReportWorkbook } from '../../../workbook/workbook.ts'
import { layOutScreen, type ScreenContent } from './read-screen.ts'

/** The input of a workbook as plain data. */
export interface WorkbookTask extends ScreenContent, Omit<WorkbookContent, 'table'> {}

export const buildWorkbook = ({ title, period, about, ...screen }: WorkbookTask): Promise<WorkbookResult> =>
  writeReportWorkbook({ table: addProblem(layOutScreen(screen)), title, period, about })
