import type { Path } from '../../engine/finding.ts'
import type { DatasetRule } from './rules.ts'

/** Something wrong with a dataset definition, at a path in it. */
export interface DatasetFinding {
  readonly dataset: string
  readonly path: Path
  readonly rule: DatasetRule
  readonly message: string
}

/** Hears what is wrong with one definition. */
export type Report = (path: Path, rule: DatasetRule, message: string) => void
