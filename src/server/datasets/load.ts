import { examineDatasets } from '../../definitions/datasets/examine.ts'
import type { DatasetPlan } from '../../definitions/datasets/dataset-plan.ts'
import { definitionFiles, UnusableDefinitions } from '../reports/load.ts'

/** Reads and compiles every dataset of a folder. Throws with every finding. */
export function loadDatasets(folder: string): readonly DatasetPlan[] {
  const { datasets, findings } = examineDatasets(definitionFiles(folder, 'dataset', 'DATASETS_DIR'))
  if (findings.length > 0) throw new UnusableDefinitions(folder, findings)
  return datasets
}
