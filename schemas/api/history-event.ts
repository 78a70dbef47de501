import * as z from 'zod/mini'
import type { StoredEvent } from './audit-event.ts'
import { lenient } from './lenient.ts'

type Fields = Readonly<Record<string, unknown>>

const getFields = (value: unknown): Fields =>
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
    subject: z.string(),
    details: z.pipe(z.optional(z.unknown()), z.transform(getFields)),
    address: z.nullable(z.string()),
    requestId: z.nullable(z.string()),
  }),
  ['id', 'at', 'details'],
)
export type HistoryEvent = z.infer<typeof HistoryEvent>

/** A field that an event changed; empty where there is no value. */
export interface Change {
  readonly label: string
  readonly before: string
  readonly after: string
}

const Named = z.array(z.object({ id: z.int(), name: z.nullable(z.string()) }))

/** The names of the rights of a list, with the number of those that had no name; null if the value is no such list. */
const listNames = (value: unknown): readonly string[] | null => {
  const rights = Named.safeParse(value)
  return rights.success ? rights.data.map(({ id, name }) => name ?? `right ${id}`) : null
}

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const names = listNames(value)
  if (names !== null) return names.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const getText = ({ details }: HistoryEvent, name: string): string => formatValue(details[name])

const pluralize = (count: string, noun: string): string => `${count} ${noun}${count === '1' ? '' : 's'}`

const LABELS: Readonly<Record<string, string>> = {
  userId: 'User ID',
  owner: 'Owner',
  role: 'Role',
  loginIP: 'Login IP',
  emailId: 'Email Id',
  status: 'Status',
  name: 'Name',
  description: 'Description',
  rights: 'Rights',
  report: 'Report',
}

/** Fields that say nothing beside others: numbers of records that have a name. */
const isNumber = (name: string, fields: Fields): boolean =>
  (name === 'roleId' && 'role' in fields) || name === 'id'

/** The fields that an event changed, with their values before and after. */
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

const listLabels = (event: HistoryEvent): string => {
  const labels = listChanges(event).map(({ label }) => label)
  return labels.length === 0 ? 'nothing' : labels.join(', ')
}

const describeRights = (owner: string, { details }: HistoryEvent): string => {
  const verb = details['reverts'] === undefined ? 'Changed' : 'Reverted'
  const [added, removed] = [listNames(details['granted']) ?? [], listNames(details['revoked']) ?? []]
  const parts = [
    ...(added.length > 0 ? [`added ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ]
  return parts.length === 0
    ? `Saved the rights of ${owner} without a change`
    : `${verb} the rights of ${owner}: ${parts.join('; ')}`
}

const formatPart = (text: string): string => (text === '' ? '' : `, ${text}`)

interface Words {
  /** The event as a choice of the filter. */
  readonly action: string
  /** What the person did. */
  readonly describe: (event: HistoryEvent) => string
}

const words = {
  'signed in': { action: 'Signed in', describe: () => 'Signed in' },
  'sign-in failed': {
    action: 'Failed to sign in',
    describe: (event) => {
      const attempt = getText(event, 'attempt')
      return `Failed to sign in as ${event.subject}${attempt === '' ? '' : `, attempt ${attempt} of this day`}`
    },
  },
  'sign-in refused': {
    action: 'Was refused to sign in',
    describe: ({ subject }) => `Was refused to sign in as ${subject}, after too many attempts`,
  },
  'signed out': { action: 'Signed out', describe: () => 'Signed out' },
  'session ended': {
    action: 'Ended a session',
    describe: (event) => {
      const count = getText(event, 'sessions')
      if (count !== '') return `Ended ${pluralize(count, 'session')} of ${event.subject}`
      const where = [getText(event, 'client'), getText(event, 'address')].filter((text) => text !== '')
      return `Ended a session of ${event.subject}${where.length === 0 ? '' : ` (${where.join(', ')})`}`
    },
  },
  'role created': { action: 'Created a role', describe: ({ subject }) => `Created role ${subject}` },
  'role updated': {
    action: 'Changed a role',
    describe: (event) => `Changed role ${event.subject}: ${listLabels(event)}`,
  },
  'role deleted': { action: 'Deleted a role', describe: ({ subject }) => `Deleted role ${subject}` },
  'role rights saved': {
    action: 'Changed the rights of a role',
    describe: (event) => describeRights(`role ${event.subject}`, event),
  },
  'user created': {
    action: 'Created a user',
    describe: ({ subject, details }) => {
      const role = formatValue(getFields(details['after'])['role'])
      return `Created user ${subject}${role === '' ? '' : ` with role ${role}`}`
    },
  },
  'user updated': {
    action: 'Changed a user',
    describe: (event) => `Changed user ${event.subject}: ${listLabels(event)}`,
  },
  'user deleted': { action: 'Deleted a user', describe: ({ subject }) => `Deleted user ${subject}` },
  'user rights saved': {
    action: 'Changed the rights of a user',
    describe: (event) => describeRights(`user ${event.subject}`, event),
  },
  'user status updated': {
    action: 'Activated or deactivated a user',
    describe: ({ subject, details }) => {
      const status = getFields(details['after'])['status'] ?? details['status']
      return `${status === 'Inactive' ? 'Deactivated' : 'Activated'} user ${subject}`
    },
  },
  'password reset': {
    action: 'Reset a password',
    describe: ({ subject }) => `Set a new password for user ${subject}`,
  },
  'password changed': {
    action: 'Changed own password',
    describe: () => 'Changed own password',
  },
  'report exported': {
    action: 'Downloaded a report',
    describe: (event) =>
      `Downloaded ${event.subject}${formatPart(getText(event, 'period'))}${formatCompare(event)}, as ${getText(event, 'file')}`,
  },
  'history exported': {
    action: 'Exported the history',
    describe: ({ details }) => {
      const filters = Object.entries(details).map(([name, value]) => formatFilter(name, formatValue(value)))
      return `Exported the history${filters.length === 0 ? '' : ` (${filters.join(', ')})`}`
    },
  },
  'record created': { action: 'Added a record', describe: ({ subject }) => `Added the record ${subject}` },
  'record updated': {
    action: 'Changed a record',
    describe: (event) => `Changed the record ${event.subject}: ${listLabels(event)}`,
  },
  'record deleted': {
    action: 'Deleted a record',
    describe: ({ subject }) => `Deleted the record ${subject}`,
  },
  'dummy data generated': {
    action: 'Generated dummy data',
    describe: (event) =>
      `Generated dummy data of ${event.subject}${formatPart(getText(event, 'period'))}: ${pluralize(getText(event, 'days'), 'day')}`,
  },
  'records imported': {
    action: 'Imported records',
    describe: (event) => {
      const counts = ['added', 'replaced', 'removed'].flatMap((name) => {
        const count = getText(event, name)
        return count === '' || count === '0' ? [] : [`${count} ${name}`]
      })
      const file = getText(event, 'file')
      return `Imported ${event.subject}${formatPart(getText(event, 'period'))}${file === '' ? '' : ` from ${file}`}: ${counts.join(', ')}`
    },
  },
  'permission removed': {
    action: 'Removed a stored right',
    describe: (event) =>
      `Removed the stored right ${getText(event, 'id')} of ${event.subject} from ${formatHolders(event)}`,
  },
  'permission moved': {
    action: 'Moved a stored right',
    describe: (event) =>
      `Moved the stored right ${getText(event, 'id')} of ${formatHolders(event)} to the report ${event.subject}`,
  },
} as const satisfies Readonly<Record<StoredEvent, Words>>

const COMPARED: Readonly<Record<string, string>> = {
  previous: ', compared with the previous period',
  year: ', compared with the year before',
}

const formatCompare = (event: HistoryEvent): string => COMPARED[getText(event, 'compare')] ?? ''

const FILTERS: Readonly<Record<string, string>> = { actor: 'person', event: 'action' }

/** A filter of the history as its screen names it. */
const formatFilter = (name: string, value: string): string =>
  `${FILTERS[name] ?? name}: ${(name === 'event' ? findWords(value)?.action : undefined) ?? value}`

const formatHolders = (event: HistoryEvent): string =>
  `${pluralize(getText(event, 'roles') || '0', 'role')} and ${pluralize(getText(event, 'users') || '0', 'user')}`

const findWords = (event: string): Words | undefined =>
  Object.hasOwn(words, event) ? words[event as StoredEvent] : undefined

/** What the person of an event did, in words; the bare event and its subject if the portal does not know it. */
export const describeEvent = (event: HistoryEvent): string =>
  findWords(event.event)?.describe(event) ?? `${event.event}: ${event.subject}`

/** Whether an event changed rights, so that those from before can be restored. */
export const isRevertible = ({ event, details }: HistoryEvent): boolean =>
  (event === 'role rights saved' || event === 'user rights saved') &&
  [details['granted'], details['revoked']].some((rights) => (listNames(rights) ?? []).length > 0)

/** The actions that a history can be filtered by, in the order of their words. */
export const actions: readonly { readonly value: string; readonly label: string }[] = Object.entries(words)
  .map(([value, { action }]) => ({ value, label: action }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
