import type { Note } from '../../schemas/api/note.ts'

/** A note of a report as the API gives it. */
export const sampleNote = (change: Pick<Note, 'from' | 'to'> & Partial<Note>): Note => ({
  id: 1,
  scope: 'report',
  row: null,
  text: 'Cable cut',
  author: 'ada',
  createdAt: '2025-03-20T08:00:00.000Z',
  changedBy: null,
  changedAt: null,
  version: '"1"',
  ...change,
})
