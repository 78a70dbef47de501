import { z } from 'zod'
import { UsageError } from '../command.ts'
import { findDimensionValue, type ImportTarget } from './import/import-target.ts'

/** The options of a command about a dataset: one for each dimension of any dataset, such as `--type`. */
export const dimensionOptions = (
  targets: readonly ImportTarget[],
): Record<string, { readonly type: 'string' }> =>
  Object.fromEntries(
    targets.flatMap(({ dimensions }) => dimensions.map(({ id }) => [id, { type: 'string' }] as const)),
  )

/** The positional arguments of a command about a dataset. */
export function createFilesSchema(targets: readonly ImportTarget[]) {
  const names = targets.map(({ dataset }) => dataset.id)
  const expected = `expected a dataset (${names.join(', ')}) and one file`
  return z.tuple([z.enum(names, `expected a dataset: ${names.join(', ')}`), z.string()], { error: expected })
}

/** Finds the dataset of the arguments and its values of dimensions. Throws UsageError for other options and values. */
export function readTarget(
  targets: readonly ImportTarget[],
  parsed: { readonly files: readonly [string, string]; readonly [option: string]: unknown },
): { readonly target: ImportTarget; readonly values: Readonly<Record<string, string>> } {
  const [name] = parsed.files
  const target = targets.find(({ dataset }) => dataset.id === name)
  if (target === undefined) throw new UsageError(`unknown dataset ${name}`)
  const values: Record<string, string> = {}
  for (const id of Object.keys(dimensionOptions(targets))) {
    const text = parsed[id]
    if (typeof text !== 'string') continue
    const dimension = target.dimensions.find((one) => one.id === id)
    if (dimension === undefined)
      throw new UsageError(`--${id} is not allowed for ${name}: they have no ${id}`)
    const value = findDimensionValue(dimension, text)
    if (value === null) throw new UsageError(`--${id}: expected one of ${dimension.values.join(', ')}`)
    values[id] = value
  }
  return { target, values }
}
