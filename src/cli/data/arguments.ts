import { z } from 'zod'
import { UsageError } from '../command.ts'
import { findDimensionValue, type ImportTarget } from '../../server/data/imports/import-target.ts'

/** The arguments of a command about a dataset: its name and a file, and an option for each dimension of any dataset. */
export function targetArguments(targets: readonly ImportTarget[]) {
  const names = targets.map(({ dataset }) => dataset.id)
  const expected = `expected a dataset (${names.join(', ')}) and one file`
  const name = z.enum(names, `expected a dataset: ${names.join(', ')}`)
  const files = z.tuple([name, z.string()], { error: expected })
  const dimensions = listDimensions(targets).map((id) => [id, z.string().optional()] as const)
  return { files, ...(Object.fromEntries(dimensions) as object) }
}

const listDimensions = (targets: readonly ImportTarget[]): string[] =>
  targets.flatMap(({ dimensions }) => dimensions.map(({ id }) => id))

/** Finds the dataset of the arguments and its values of dimensions. Throws UsageError for other options and values. */
export function readTarget(
  targets: readonly ImportTarget[],
  parsed: { readonly files: readonly [string, string]; readonly [option: string]: unknown },
): { readonly target: ImportTarget; readonly values: Readonly<Record<string, string>> } {
  const [name] = parsed.files
  const target = targets.find(({ dataset }) => dataset.id === name)
  if (target === undefined) throw new UsageError(`unknown dataset ${name}`)
  const values: Record<string, string> = {}
  for (const id of listDimensions(targets)) {
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
