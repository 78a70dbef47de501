import { ScheduleDefinition } from '../../schemas/schedule/definition.ts'
import { sortDiagnostics } from '../diagnostics/diagnostic.ts'
import type { DefinitionFile } from '../diagnostics/json-document.ts'
import type { Schedulable, SchedulePlan } from '../report/model/dashboard-plan.ts'
import { findScheduleErrors } from '../report/selection/find-screen.ts'
import { deepFreeze, readDefinitions } from './read-definitions.ts'

/** Compiles the files of schedules over the reports and dashboards that they send. Never throws. */
export function compileScheduleFiles(files: readonly DefinitionFile[], shown: Schedulable) {
  const read = readDefinitions(ScheduleDefinition, files)
  const schedules = read.definitions.map((definition): SchedulePlan => {
    const { $schema: _, id, owner, ...form } = definition
    return deepFreeze({ id, owner, form })
  })
  const errors = schedules.flatMap(({ id, form }) =>
    findScheduleErrors(form, shown).map((error) =>
      read.locate({ ...error, report: id, rule: 'schedule-view' }),
    ),
  )
  return { schedules, diagnostics: sortDiagnostics([...read.diagnostics, ...errors]) }
}
