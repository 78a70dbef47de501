import { type Path, suggest } from '../diagnostic.ts'
import type { DatasetRule } from '../rules/index.ts'

/** A violation of a rule by a dataset definition, with its path. */
export interface DatasetDiagnostic {
  readonly dataset: string
  readonly path: Path
  readonly rule: DatasetRule
  readonly message: string
}

/** Reports a diagnostic of one definition. */
export type Reporter = (path: Path, rule: DatasetRule, message: string) => void

/** Reports a name that is none of the known ones. */
export function checkName(
  path: Path,
  rule: DatasetRule,
  name: string,
  known: readonly string[],
  what: string,
  onDiagnostic: Reporter,
): void {
  if (!known.includes(name)) onDiagnostic(path, rule, `'${name}' is not ${what}${suggest(name, known)}`)
}
