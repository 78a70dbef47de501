import { z } from 'zod'
import { UsageError } from '../command.ts'
import { parseValues } from '../../server/data/imports/import-options.ts'
import type { ImportTarget } from '../../server/data/imports/import-target.ts'
import { parseAsUsage } from './choices.ts'

/** Builds the arguments of a command about a dataset: its name and a file, and an option for each dimension of any. */
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

/** Finds the dataset of the arguments and the values of dimensions that they name. Throws UsageError for an unknown one. */
export function readTarget(
  targets: readonly ImportTarget[],
  parsed: { readonly files: readonly [string, string]; readonly [option: string]: unknown },
): { readonly target: ImportTarget; readonly values: Readonly<Record<string, string>> } {
  const [name] = parsed.files
  const target = targets.find(({ dataset }) => dataset.id === name)
  if (target === undefined) throw new UsageError(`unknown dataset ${name}`)
  const values = listDimensions(targets).flatMap((id) => {
    const text = parsed[id]
    return typeof text === 'string' ? [[id, text] as const] : []
  })
  return { target, values: parseAsUsage(() => parseValues(target, Object.fromEntries(values))) }
}
