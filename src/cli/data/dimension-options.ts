import { UsageError } from '../command.ts'
import type { Kind } from './import/kind.ts'
import { readValue } from './import/title.ts'

/** An option for each dimension of any dataset, such as `--type`. */
export const dimensionOptions = (kinds: readonly Kind[]): Record<string, { readonly type: 'string' }> =>
  Object.fromEntries(
    kinds.flatMap(({ dimensions }) => dimensions.map(({ id }) => [id, { type: 'string' }] as const)),
  )

/** The values that options give to the dimensions of a dataset. Throws UsageError for what it does not have. */
export function readDimensions(
  kinds: readonly Kind[],
  { name, dimensions }: Kind,
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const id of Object.keys(dimensionOptions(kinds))) {
    const asked = options[id]
    if (typeof asked !== 'string') continue
    const dimension = dimensions.find((one) => one.id === id)
    if (dimension === undefined) throw new UsageError(`--${id}: ${name} have no ${id}`)
    const value = readValue(dimension, asked)
    if (value === null) throw new UsageError(`--${id}: one of ${dimension.values.join(', ')}`)
    values[id] = value
  }
  return values
}
