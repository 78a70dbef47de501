import type { AskingReport, WrittenReport } from '../../../schemas/report/definition.ts'

export type QuestionSelector = AskingReport['selectors'][number]
export type QuestionColumn = AskingReport['columns'][number]
export type QuestionRows = AskingReport['rows']

/** Returns true for a report that asks a dataset. */
export const isAsking = (written: WrittenReport): written is AskingReport =>
  written.data !== undefined && 'dataset' in written.data

/** Returns the name by which expressions read a column: its id, or that of its measure. */
export const getColumnName = (column: Exclude<QuestionColumn, string>): string | undefined =>
  column.id ?? ('field' in column ? [column.field].flat()[0] : undefined)
