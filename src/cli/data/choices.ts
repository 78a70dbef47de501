import { z } from 'zod'
import { type Choices, fillChoices, Reading } from '../../../schemas/dataset/reading.ts'
import { flagValues } from '../../reading/columns.ts'
import { UsageError } from '../command.ts'

/** The choices about a file: `--read dates=DD/MM/YYYY --read blank=NA`. */
export const ReadOptions = z.array(z.string()).default([])

/** Spellings of values that are shorter on a command line. */
const values: Readonly<Record<string, string>> = {
  'day-first': 'DD/MM/YYYY',
  'month-first': 'MM/DD/YYYY',
  ...Object.fromEntries(Object.entries(flagValues).map(([value, flag]) => [flag, value])),
}

/** Parses choices of the command line, which go before those of a dataset. Throws UsageError. */
export function parseChoices(options: readonly string[], base?: Choices): Choices {
  const written: Record<string, unknown> = {}
  for (const option of options) {
    const [, key = '', value = ''] = /^(\w+)=(.*)$/su.exec(option) ?? []
    if (!Object.hasOwn(Reading.shape, key)) {
      throw new UsageError(`--read ${option}: expected KEY=VALUE of ${Object.keys(Reading.shape).join(', ')}`)
    }
    if (key === 'blank')
      written[key] = [...((written[key] as string[] | undefined) ?? []), ...value.split(',')]
    else if (key === 'headings')
      written[key] = { ...(written[key] as object | undefined), ...parseHeading(value) }
    else written[key] = values[value] ?? value
  }
  const { success, data, error } = Reading.safeParse(written)
  if (success) return fillChoices(data, base)
  throw new UsageError(
    error.issues.map(({ path, message }) => `--read ${path.join('.')}: ${message}`).join('; '),
  )
}

/** Parses a heading and the field that it contains: `Day of call:day`. */
function parseHeading(value: string): Readonly<Record<string, string>> {
  const at = value.lastIndexOf(':')
  if (at < 1) throw new UsageError('--read headings: expected HEADING:FIELD, such as "Day of call:day"')
  return { [value.slice(0, at)]: value.slice(at + 1) }
}
