import type { StoredEvent } from './audit-event.ts'
import { formatValue, getFields, type HistoryEvent, listChanges, listNames } from './history-event.ts'

const getText = ({ details }: HistoryEvent, name: string): string => formatValue(details[name])

const pluralize = (count: string, noun: string): string => `${count} ${noun}${count === '1' ? '' : 's'}`

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
  'password change failed': {
    action: 'Failed to change own password',
    describe: () => 'Failed to change own password, with a wrong current one',
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
  'export limit reached': {
    action: 'Reached the limit of exports',
    describe: () => 'Exported more than the history stores in a day; further exports are in the log only',
  },
  'record created': { action: 'Added a record', describe: ({ subject }) => `Added the record ${subject}` },
  'record updated': {
    action: 'Changed a record',
    describe: (event) =>
      `Changed the record ${event.subject}${event.details['hidden'] === true ? '' : `: ${listLabels(event)}`}`,
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
  'records exported': {
    action: 'Exported records',
    describe: (event) =>
      `Exported ${pluralize(getText(event, 'records'), 'record')} of ${event.subject} to ${getText(event, 'file')}`,
  },
  'backup written': {
    action: 'Wrote a backup',
    describe: (event) => `Wrote the backup ${event.subject}: ${pluralize(getText(event, 'rows'), 'row')}`,
  },
  'backup restored': {
    action: 'Restored a backup',
    describe: (event) =>
      `Restored the backup ${event.subject} of ${getText(event, 'createdAt')}: ${pluralize(getText(event, 'rows'), 'row')}`,
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

/** The actions that a history can be filtered by, in the order of their words. */
export const actions: readonly { readonly value: string; readonly label: string }[] = Object.entries(words)
  .map(([value, { action }]) => ({ value, label: action }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
