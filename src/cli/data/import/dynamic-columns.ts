import type { DatasetPlan, GroupMeasure } from '../../../definition/datasets/dataset-plan.ts'
import { fillLabels } from '../../../report/columns.ts'
import type { ReportPlan } from '../../../report/plan.ts'
import type { DynamicColumns } from './record-type.ts'
import { normalizeHeader, unique } from './header.ts'
import { createNameParser } from './pattern-names.ts'

/** The names of a period all stand in one answer, which more would make slow for everyone. */
export const MAX_NAMES = 2_000

/** So long that every name fits, and short enough for the index of every engine. */
const LONGEST = 500

/** Why a text can be no name; null where it can. */
export function findNameError(name: string): string | null {
  if (name.length > LONGEST) return `has ${name.length} characters; a name has at most ${LONGEST}`
  if (/\p{Cc}|[\p{Zl}\p{Zp}]/u.test(name)) return 'holds a line break or another control character'
  return /\p{C}/u.test(name) ? 'holds an invisible character; type the name anew' : null
}

/** `a name`, `an area`. */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The free columns of a dataset; `fields` are the headings that mean something else. */
export function buildDynamicColumns(
  { group, demo }: DatasetPlan,
  screens: readonly ReportPlan[],
  fields: readonly string[],
): DynamicColumns | null {
  if (group === null) return null
  const made = demo === null || 'average' in demo ? [] : Object.keys(demo.names)
  return group.kind === 'list' ? listed(group, made, fields) : patterned(group, made, screens)
}

/** Names of a list are any but those of fixed fields; each is kept as it is written, in Unicode's composed form (NFC). */
function listed(
  group: Extract<GroupMeasure, { kind: 'list' }>,
  made: readonly string[],
  fields: readonly string[],
): DynamicColumns {
  const { noun, min, max, decimals } = group
  const fixed = new Set([...group.reserved, ...fields].map(normalizeHeader))
  return {
    noun,
    min,
    max,
    decimals,
    examples: made.length > 0 ? made : [`Some ${noun}`],
    nameOf: (written) => {
      const heading = written.normalize('NFC')
      const fault = findNameError(heading)
      if (fault !== null) return { fault }
      return fixed.has(normalizeHeader(heading))
        ? { fault: `is the name of a fixed field and cannot be ${withArticle(noun)} here` }
        : { name: heading }
    },
  }
}

/** Names of a pattern are kept in small letters, however they are written. */
function patterned(
  group: Extract<GroupMeasure, { kind: 'pattern' }>,
  made: readonly string[],
  screens: readonly ReportPlan[],
): DynamicColumns {
  const { noun, min, max, decimals } = group
  const { read, readBack } = createNameParser(group, screens)
  const words = group.pattern.replaceAll(/[{}]/g, '')
  const examples = made.length > 0 ? made : [words]
  const [example = words] = examples
  const parts = new Map(read(example)?.parts ?? [])
  const labels = screens.flatMap(({ columns }) =>
    columns.flatMap((column) =>
      column.kind === 'matching' && column.form === group.pattern
        ? [fillLabels(column.label, parts, column.words)]
        : [],
    ),
  )
  const shown = unique([example, ...labels])
  return {
    noun,
    min,
    max,
    decimals,
    examples,
    nameOf: (written) => {
      const heading = written.normalize('NFC')
      const fault = findNameError(heading)
      if (fault !== null) return { fault }
      const found = read(heading)
      if (found === null) return { fault: `is no ${noun}; write ${shown.join(' or ')}` }
      // Workbooks may head names in capital letters, from which the name must follow.
      const back = readBack(found.parts)
      return back === found.name
        ? { name: found.name }
        : { fault: `cannot be kept: its capital letters read back as others; write ${back}` }
    },
  }
}
