import { existsSync } from 'node:fs'
import {
  type DefinitionKind,
  definitionKinds,
  type DefinitionText,
  mergeTexts,
} from '../../schemas/api/definitions.ts'
import { groupTexts } from '../definition/check-definitions.ts'
import { compileDefinitions, type CompiledDefinitions } from '../definition/compile.ts'
import { compileDashboardFiles } from '../definition/dashboards.ts'
import { selectNeeded } from '../definition/list-uses.ts'
import { getDefinitionName } from '../diagnostics/json-document.ts'
import type { DashboardPlan } from '../report/model/dashboard-plan.ts'
import { requireValid } from './load.ts'
import { readFolder } from './read-folder.ts'

export interface Compiled extends Pick<CompiledDefinitions, 'reports' | 'datasets'> {
  readonly dashboards: readonly DashboardPlan[]
}

/** Reads the texts of all definitions in the folders of a server. A file that cannot be read is left out. */
export const readDefinitionTexts = (folders: Readonly<Record<DefinitionKind, string>>): DefinitionText[] =>
  definitionKinds.flatMap((kind) =>
    (existsSync(folders[kind]) ? readFolder(folders[kind]) : []).flatMap(({ path, content }) =>
      content instanceof Uint8Array
        ? [{ kind, name: getDefinitionName(path), text: new TextDecoder().decode(content) }]
        : [],
    ),
  )

/**
 * Compiles the file at a path with the files that it needs, drafts in place of files of the same name; on demand also the
 * files that use it. Throws InvalidDefinitionsError.
 */
export function compileDrafts(
  texts: readonly DefinitionText[],
  drafts: readonly DefinitionText[],
  path: string,
  hasUsers?: boolean,
): Compiled {
  const { reports, datasets, calendars, dashboards } = groupTexts(
    selectNeeded(mergeTexts(texts, drafts), path, hasUsers),
  )
  const compiled = compileDefinitions({
    reportFiles: reports,
    datasetFiles: datasets,
    calendarFiles: calendars,
  })
  requireValid('the studio', compiled.diagnostics)
  const shown = compileDashboardFiles(dashboards, compiled.reports)
  // What breaks a file that uses it is an answer.
  if (hasUsers !== true) requireValid('the studio', shown.diagnostics)
  return { reports: compiled.reports, datasets: compiled.datasets, dashboards: shown.dashboards }
}
