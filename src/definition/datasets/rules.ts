import type { Path } from '../diagnostic.ts'

/** Every rule past the schema that a dataset definition must satisfy, by the name in diagnostics. */
export const datasetRules = {
  'dataset-id': 'Each dataset has an id of its own.',
  'dataset-field': 'Each field of a record has a name of its own.',
  'dataset-value': 'Each value of a dimension, and each spelling in a path, is there once.',
  'dataset-dimension': 'A dimension has an id of its own, which no endpoint uses for something else.',
  'dataset-when': 'A condition names a dimension and its values.',
  'dataset-sum': 'A sum refers to earlier measures, and to each once.',
  'dataset-bounds': 'The least value is not above the largest.',
  'dataset-group': 'There is at most one list or pattern, and it comes last.',
  'dataset-response': 'A list of names is sent beside the records, so that both are within records.',
  'dataset-order': 'The order names fields that are sent before the measures.',
  'dataset-placeholder': 'An endpoint has the placeholders that identify its records, and no others.',
  'dataset-endpoint':
    'Each call belongs to one dataset and to nothing else of the portal, and its records say what it needs.',
  'dataset-demo': 'Demo values name measures, names and values of dimensions that the dataset has.',
} as const

export type DatasetRule = keyof typeof datasetRules

/** A violation of a rule by a dataset definition, with its path. */
export interface DatasetDiagnostic {
  readonly dataset: string
  readonly path: Path
  readonly rule: DatasetRule
  readonly message: string
}

/** Reports a diagnostic of one definition. */
export type Reporter = (path: Path, rule: DatasetRule, message: string) => void
