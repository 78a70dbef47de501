import { readFileSync } from 'node:fs'
import { editBase, type Edits } from './edit-definition.ts'

const read = (folder: string) =>
  editBase(
    folder,
    JSON.parse(readFileSync(`${folder}/broken-datasets.json`, 'utf8')) as Readonly<Record<string, Edits>>,
  )

/** One dataset per rule, as what it changes in a `base.json`: it breaks this rule. */
export const brokenDatasets = {
  ...read('tests/definition/datasets/fixtures'),
  ...read('tests/definition/datasets/fixtures/derived'),
  ...read('tests/definition/datasets/fixtures/sourced'),
}
