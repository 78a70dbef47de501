import type { WrittenReport } from '../../../schemas/report/definition.ts'

/** A part of a report as it is written, where it does not use that of another one. */
export type Part<K extends keyof WrittenReport> = Exclude<NonNullable<WrittenReport[K]>, { use: string }>
export type QuestionRows = Extract<Part<'rows'>, { by: unknown }>

/** Returns true for a part that uses that of another report. */
export const isReference = (part: unknown): part is { use: string } =>
  typeof part === 'object' && part !== null && 'use' in part
