import { readNumber } from '../../engine/answer.ts'
import { parseDate } from '../../engine/calendar.ts'
import { fillCall, splitCall } from '../../engine/template.ts'
import { type Api, jsonOf } from './api.ts'
import { UsageError } from './command.ts'
import { type Draft, labelOf } from './draft.ts'

type Learned = Pick<Draft, 'records' | 'key' | 'columns'>

/** Reads key and columns of a report off an answer of its call. Throws UsageError where there is nothing to read. */
export async function learnFrom(
  api: Api,
  call: string,
  values: ReadonlyMap<string, string>,
): Promise<Learned> {
  const address = fillCall(call, values)
  const answer = await api.ask(splitCall(address)).catch((error: unknown) => {
    throw new UsageError(`${address}: ${error instanceof Error ? error.message : String(error)}`)
  })
  const found = answer.status === 200 ? findRecords(jsonOf(answer), []) : null
  if (found === null) throw new UsageError(`${address} answered ${answer.status} without a list of records`)
  const names = [...new Set(found.list.flatMap((record) => Object.keys(record)))]
  const given = (name: string) => found.list.map((record) => (record as Record<string, unknown>)[name])
  const dateField = names.find((name) =>
    given(name).every((value) => typeof value === 'string' && parseDate(value) !== null),
  )
  const monthField = names.find((name) => /month/i.test(name))
  const textField = names.find((name) => given(name).every((value) => typeof value === 'string'))
  const key: Draft['key'] =
    dateField !== undefined
      ? { kind: 'date', field: dateField }
      : monthField !== undefined
        ? { kind: 'month', field: monthField }
        : { kind: 'text', field: textField ?? names[0] ?? 'name' }
  const columns = names
    .filter((name) => name !== key.field && !/^(id|year|month)$|_at$|At$/.test(name))
    .filter((name) => given(name).every((value) => typeof readNumber(value) === 'number'))
    .map((field) => ({ field, label: labelOf(field) }))
  if (columns.length === 0) throw new UsageError(`the records of ${address} hold no numbers`)
  return { records: found.path.join('.'), key, columns }
}

/** The first list of records in a body, at most two steps deep. */
function findRecords(
  value: unknown,
  path: readonly string[],
): { readonly path: readonly string[]; readonly list: readonly object[] } | null {
  if (Array.isArray(value)) {
    const isRecords = value.length > 0 && value.every((entry) => typeof entry === 'object' && entry !== null)
    return isRecords ? { path, list: value } : null
  }
  if (typeof value !== 'object' || value === null || path.length > 2) return null
  for (const [name, entry] of Object.entries(value)) {
    const found = findRecords(entry, [...path, name])
    if (found !== null) return found
  }
  return null
}
