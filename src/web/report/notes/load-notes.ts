import { lenient, lenientPage } from '../../../../schemas/api/lenient.ts'
import { Note } from '../../../../schemas/api/note.ts'
import { placeNotes } from '../../../report/table/place-notes.ts'
import { getNotedDays } from '../../../report/table/row-span.ts'
import type { ReportPlan, Selection } from '../../../report/model/report-plan.ts'
import { getPeriod } from '../../../report/selection/selector-kinds.ts'
import type { ReportTable, TableNote } from '../../../report/model/report-table.ts'
import type { Client } from '../../api/client.ts'
import type { LoadedReport } from '../../machines/report-context.ts'

export const NOTES = '/v1/notes'

/** Describes a loaded report, whose table is to have its notes. */
export interface NotesProps {
  readonly plan: ReportPlan
  readonly loaded: Pick<LoadedReport, 'selection' | 'table'>
  readonly onPlace: (table: ReportTable) => void
}

const Notes = lenientPage(
  lenient(Note, ['id', 'scope', 'from', 'to', 'text', 'author', 'createdAt', 'version']),
)

/** Returns the days whose notes a report shows; null if it shows no period. */
export const getDays = ({ plan, loaded }: { plan: ReportPlan; loaded: Pick<LoadedReport, 'selection'> }) =>
  getNotedDays(getPeriod(plan, loaded.selection))

/** Loads the notes of what is selected of a report; none if that is no period. */
export async function requestNotes(
  api: Client,
  plan: ReportPlan,
  selection: Selection,
  signal?: AbortSignal,
): Promise<readonly Note[]> {
  const days = getDays({ plan, loaded: { selection } })
  if (days === null) return []
  const query = { screen: plan.key, from: days.first, to: days.last }
  return (await api.get(NOTES, { query, schema: Notes, ...(signal && { signal }) })).records
}

/** Loads the notes of a report and places them in its table; returns them. */
export async function loadNotes(
  api: Client,
  { plan, loaded, onPlace }: NotesProps,
  signal?: AbortSignal,
): Promise<readonly TableNote[]> {
  const records = await requestNotes(api, plan, loaded.selection, signal)
  const table = placeNotes(loaded.table, getPeriod(plan, loaded.selection), records)
  if (table !== loaded.table) onPlace(table)
  return table.notes ?? []
}
