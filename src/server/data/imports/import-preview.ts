import type { ImportPreview } from '../../../../schemas/api/imports.ts'
import { formatColumnLetter, listOpen, type Question } from '../../../reading/errors.ts'
import { grains } from '../../../time/grains.ts'
import type { Compared } from './import-service.ts'
import type { ReadResult } from './import-reader.ts'
import type { ImportTarget } from './import-target.ts'
import { getFileKeyKind, isSpan } from './key-kinds.ts'
import type { ParsedRecord } from './row-reader.ts'

/** Describes a file that was read and what its import would change; `applied` is null for a refused one. */
export function describePreview(
  target: ImportTarget,
  { file, profile, errors, errorCount, questions }: ReadResult,
  applied: Compared | null,
): ImportPreview {
  const { parsed } = file ?? {}
  const { conflicts, unmet } = applied ?? {}
  const refused = [...(conflicts?.lines() ?? []), ...(unmet?.errors.lines() ?? [])]
  const open = questions.filter(({ options }) => options.length > 0)
  const asked = new Set(open.map(({ text }) => text))
  const told = errors.filter((line) => ![...asked].some((text) => line.endsWith(text)))
  return {
    rows: parsed?.rows ?? 0,
    columns: [...profile],
    questions: listOpen(questions).map(describeQuestion),
    errors: [...told, ...refused].map(formatMessage),
    errorCount:
      errorCount - errors.length + told.length + (conflicts?.count ?? 0) + (unmet?.errors.count ?? 0),
    remarks: [...(parsed?.remarks ?? []), ...(unmet?.warnings ?? [])].map(formatMessage),
    difference:
      applied === null
        ? null
        : {
            ...applied.outcome,
            conflicts: applied.conflicts.replaceable,
            largest: applied.largest.map(({ by: _by, ...change }) => change),
          },
    spans: parsed === undefined ? [] : listSpans(target, parsed.records),
  }
}

/** Describes a question for people who see the choices beside it. */
export function describeQuestion({ key, row, location: { heading, index }, found, options }: Question) {
  const place = heading === '' ? '' : `Row ${row}, column “${heading}” (${formatColumnLetter(index)}): `
  return { key, place: place + found, options: [...options] }
}

/** Names fields and choices of the screen where a message names options of the command line. */
export const formatMessage = (text: string): string =>
  text
    .replaceAll(/--read (\w+)/g, 'the further choice $1')
    .replaceAll(
      /--(\w)([\w-]*)/g,
      (_, first: string, rest: string) => `the field ${first.toUpperCase()}${rest}`,
    )

/** Lists the periods that contain all records and can be replaced, the shortest first. */
function listSpans({ dataset }: ImportTarget, records: readonly ParsedRecord[]): string[] {
  const { replaced } = getFileKeyKind(dataset)
  const spans = replaced.map((name) => {
    const { length } = grains[name].example
    const [span, ...others] = new Set(records.map(({ key }) => key.slice(0, length)))
    return others.length === 0 && span !== undefined && isSpan([name], span) ? span : null
  })
  return [...new Set(spans)]
    .flatMap((span) => span ?? [])
    .toSorted((left, right) => right.length - left.length)
}
