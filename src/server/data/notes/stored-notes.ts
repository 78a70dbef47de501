import { type Insertable, type Selectable, sql } from 'kysely'
import type { Note } from '../../../../schemas/api/note.ts'
import type { Connection } from '../../platform/database/handle.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { DayRange } from '../../../time/days.ts'
import { formatEtag } from '../../platform/http/responses.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { listBound } from '../../../dataset/sample-requests.ts'
import type { Report, ReportPlan } from '../../../report/model/report-plan.ts'

export type StoredNote = Selectable<Tables['notes']>

/** Contains the part of a note that its readers write. */
export type NoteContent = Pick<StoredNote, 'first_moment' | 'last_moment' | 'name' | 'text'>

/** Reads the notes of some scopes that are about one of these days at least, in the order of time; none for unknown days. */
export async function readNotes(
  db: Connection,
  scopes: readonly string[],
  days: DayRange | null,
): Promise<Note[]> {
  if (days === null || scopes.length === 0) return []
  const notes = await db
    .selectFrom('notes')
    .selectAll()
    .where('scope', 'in', scopes)
    .where(sql<boolean>`substr(first_moment, 1, 10) <= ${days.last}`)
    .where(sql<boolean>`substr(last_moment, 1, 10) >= ${days.first}`)
    .orderBy('first_moment')
    .orderBy('id')
    .execute()
  return notes.map(formatNote)
}

export const insertNote = async (db: Connection, note: Insertable<Tables['notes']>): Promise<StoredNote> =>
  db.insertInto('notes').values(note).returningAll().executeTakeFirstOrThrow()

/** Returns a note as it is sent, without its version: the content of its ETag. */
export const describeNote = (note: StoredNote): Omit<Note, 'version'> => ({
  id: note.id,
  scope: isDatasetScope(note.scope) ? 'dataset' : 'report',
  from: note.first_moment,
  to: note.last_moment,
  row: note.name,
  text: note.text,
  author: note.author,
  createdAt: note.created_at,
  changedBy: note.changed_by,
  changedAt: note.changed_at,
})

export function formatNote(note: StoredNote): Note {
  const described = describeNote(note)
  return { ...described, version: formatEtag(described) }
}

/** The notes of a tab of a report are stored under `report/<id>/<tab>`, those of a dataset under `dataset/<id>`. */
const DATASET = 'dataset/'

/** Returns the scope of the notes on the tab of a screen. */
export const getTabScope = ({ reportId, tab }: Pick<ReportPlan, 'reportId' | 'tab'>): string =>
  ['report', reportId, tab].filter((part) => part !== null).join('/')

export const isDatasetScope = (scope: string): boolean => scope.startsWith(DATASET)

/**
 * Lists the scopes whose notes a screen shows: that of its tab, that of the dataset that serves its records, and those
 * of the datasets from which the records are computed.
 */
function listNoteScopes(
  datasets: readonly DatasetPlan[],
  plan: Pick<ReportPlan, 'reportId' | 'tab' | 'data'>,
): [tab: string, ...datasets: string[]] {
  const ids = new Set<string>()
  const add = ({ id, from }: DatasetPlan): void => {
    ids.add(DATASET + id)
    from?.sources.forEach(add)
  }
  listBound(datasets, plan).forEach(add)
  return [getTabScope(plan), ...ids]
}

/** Says who may read and write the notes of the defined reports. */
export type NoteScopes = ReturnType<typeof deriveNoteScopes>

export function deriveNoteScopes(reports: readonly Report[], datasets: readonly DatasetPlan[]) {
  const screens = reports.flatMap(({ plans, menu }) =>
    plans.map((plan) => ({ key: plan.key, menu, scopes: listNoteScopes(datasets, plan) })),
  )
  const names = new Map([
    ...datasets.map(({ id, title }) => [DATASET + id, title] as const),
    ...screens.map(({ scopes, menu }) => [scopes[0], menu.label] as const),
  ])
  return {
    /** Returns the scopes of a screen by the key of its plan, the one of its tab first; undefined for another key. */
    ofScreen: (key: string) => screens.find((screen) => screen.key === key)?.scopes,
    /** Returns what a scope belongs to, for people. */
    getName: (scope: string) => names.get(scope) ?? scope,
    /** Returns true if a caller with these rights may open a report that shows the notes of a scope. */
    isReadable: (scope: string, permissions: Pick<ReadonlySet<number>, 'has'>) =>
      permissions.has(portalPermissions.reports.id) &&
      screens.some(({ menu, scopes }) => permissions.has(menu.permission) && scopes.includes(scope)),
  }
}
