import { type Insertable, type Selectable, sql } from 'kysely'
import type { Note } from '../../../../schemas/api/note.ts'
import type { Connection } from '../../platform/database/handle.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { DayRange } from '../../../time/days.ts'
import { formatEtag } from '../../platform/http/responses.ts'
import { isDatasetScope } from './note-scopes.ts'

export type StoredNote = Selectable<Tables['notes']>

/** What a note says, and of what: the part that its readers write. */
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

export async function findNote(db: Connection, id: number): Promise<StoredNote | undefined> {
  return db.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function countNotes(db: Connection, scope: string): Promise<number> {
  const { total } = await db
    .selectFrom('notes')
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .where('scope', '=', scope)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function insertNote(db: Connection, note: Insertable<Tables['notes']>): Promise<StoredNote> {
  return db.insertInto('notes').values(note).returningAll().executeTakeFirstOrThrow()
}

export async function updateNote(
  db: Connection,
  id: number,
  changed: NoteContent & Pick<StoredNote, 'changed_by' | 'changed_at'>,
): Promise<StoredNote> {
  return db.updateTable('notes').set(changed).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function deleteNote(db: Connection, id: number): Promise<void> {
  await db.deleteFrom('notes').where('id', '=', id).execute()
}

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
