import { CalendarDefinition, type CalendarPlan, weekdays } from '../../schemas/calendar/definition.ts'
import type { DefinitionFile } from '../diagnostics/json-document.ts'
import { deepFreeze, readDefinitions } from './read-definitions.ts'

/** Calendars by id; null for one that exists but cannot be read. */
export type Calendars = ReadonlyMap<string, CalendarPlan | null>

/** Reads the files of calendars. Never throws. */
export function compileCalendarFiles(files: readonly DefinitionFile[]) {
  const { definitions, unread, diagnostics } = readDefinitions(CalendarDefinition, files)
  const calendars: Calendars = new Map([
    ...unread.map((id) => [id, null] as const),
    ...definitions.map(({ id, title, weekend, holidays, until }) => {
      const last = Object.keys(holidays).toSorted().at(-1) ?? ''
      const plan = {
        title,
        holidays,
        weekend: weekend.map((name) => weekdays.indexOf(name)),
        until: until ?? `${last.slice(0, 4)}-12-31`,
      }
      return [id, deepFreeze(plan)] as const
    }),
  ])
  return { calendars, diagnostics }
}
