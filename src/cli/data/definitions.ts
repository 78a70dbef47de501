import { join } from 'node:path'
import type { DatasetPlan } from '../../definitions/datasets/dataset-plan.ts'
import type { Report } from '../../engine/report-plan.ts'
import { loadDatasets } from '../../server/datasets/load.ts'
import { loadReports } from '../../server/reports/load.ts'
import { UsageError } from '../command.ts'
import { settingsIn } from '../database-settings.ts'
import type { Surroundings } from './surroundings.ts'

export const ROOT = join(import.meta.dirname, '..', '..', '..')

/** What the commands about data know of the portal: what is stored, and what shows it. */
export interface Definitions {
  readonly datasets: readonly DatasetPlan[]
  readonly reports: readonly Report[]
}

/**
 * The definitions of the folders that the server would use, `DATASETS_DIR` and `REPORTS_DIR`. Throws UsageError with
 * every finding for a folder that does not compile.
 */
export function loadDefinitions({ environment }: Pick<Surroundings, 'environment'>): Definitions {
  const { datasetsDir, reportsDir } = settingsIn(environment, ROOT)
  try {
    return { datasets: loadDatasets(datasetsDir), reports: loadReports(reportsDir) }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
