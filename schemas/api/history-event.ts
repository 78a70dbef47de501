import * as z from 'zod/mini'
import { lenient } from './lenient.ts'

type Fields = Readonly<Record<string, unknown>>

export const getFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {}

/**
 * An event as the browser reads it: a newer server may have events that this portal does not know. The schema of the API
 * would load zod's rules for times with the first pages.
 */
export const HistoryEvent = lenient(
  z.object({
    id: z.int(),
    at: z.string(),
    actor: z.nullable(z.string()),
    event: z.string(),
    subjectKind: z.optional(z.string()),
    subject: z.string(),
    details: z.pipe(z.optional(z.unknown()), z.transform(getFields)),
    address: z.nullable(z.string()),
    requestId: z.nullable(z.string()),
  }),
  ['id', 'at', 'details'],
)
export type HistoryEvent = z.infer<typeof HistoryEvent>

/** Describes a field that an event changed; empty where there is no value. */
export interface Change {
  readonly label: string
  readonly before: string
  readonly after: string
}

const Named = z.array(z.object({ id: z.int(), name: z.nullable(z.string()) }))

/** Lists the names of rights, with the number of those without one; null for another value. */
export const listNames = (value: unknown): readonly string[] | null => {
  const rights = Named.safeParse(value)
  return rights.success ? rights.data.map(({ id, name }) => name ?? `right ${id}`) : null
}

export const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const names = listNames(value)
  if (names !== null) return names.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const LABELS: Readonly<Record<string, string>> = {
  userId: 'User ID',
  owner: 'Owner',
  role: 'Role',
  loginIP: 'Login IP',
  emailId: 'Email Id',
  status: 'Status',
  name: 'Name',
  description: 'Description',
  requiresSecondFactor: 'Second factor required',
  rights: 'Rights',
  report: 'Report',
  from: 'From',
  to: 'To',
  row: 'Row',
  text: 'Text',
}

/** Fields that say nothing beside others: numbers of records that have a name. */
const isNumber = (name: string, fields: Fields): boolean =>
  (name === 'roleId' && 'role' in fields) || name === 'id'

/** Returns the fields that an event changed, with their values before and after. */
export const listChanges = ({ details: { before, after } }: HistoryEvent): readonly Change[] => {
  if (before === undefined && after === undefined) return []
  if (listNames(before) !== null || listNames(after) !== null) {
    return [{ label: 'Rights', before: formatValue(before), after: formatValue(after) }]
  }
  const [from, to] = [getFields(before), getFields(after)]
  const both = { ...from, ...to }
  return Object.keys(both)
    .filter((name) => !isNumber(name, both))
    .map((name) => ({
      label: LABELS[name] ?? name,
      before: formatValue(from[name]),
      after: formatValue(to[name]),
    }))
    .filter((change) => change.before !== change.after)
}
