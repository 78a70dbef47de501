import type { StoredEvent } from './audit-event.ts'
import { formatValue, getFields, type HistoryEvent, listChanges, listNames } from './history-event.ts'

const getText = ({ details }: HistoryEvent, name: string): string => formatValue(details[name])

const pluralize = (count: string, noun: string): string => `${count} ${noun}${count === '1' ? '' : 's'}`

const listLabels = (event: HistoryEvent): string => {
  const labels = listChanges(event).map(({ label }) => label)
  return labels.length === 0 ? 'nothing' : labels.join(', ')
}

const describeRights = (owner: string, { details }: HistoryEvent): string => {
  const [added, removed] = [listNames(details['granted']) ?? [], listNames(details['revoked']) ?? []]
  const parts = [
    ...(added.length > 0 ? [`added ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ]
  return parts.length === 0
    ? `Saved the rights of ${owner} without a change`
    : `Changed the rights of ${owner}: ${parts.join('; ')}`
}

const formatCount = (event: HistoryEvent, name: string, noun: string): string =>
  pluralize(getText(event, name), noun)

const formatPeriod = (event: HistoryEvent): string => {
  const period = getText(event, 'period')
  return period === '' ? '' : `, ${period}`
}

/** The event as a choice of the filter, and what the person did; a text can name the subject. */
type Words = readonly [action: string, description: string | ((event: HistoryEvent) => string)]

const words: Readonly<Record<StoredEvent, Words>> = {
  'signed in': ['Signed in', 'Signed in'],
  'sign-in failed': [
    'Failed to sign in',
    (event) => {
      const attempt = getText(event, 'attempt')
      return `Failed to sign in as ${event.subject}${attempt === '' ? '' : `, attempt ${attempt} of this day`}`
    },
  ],
  'sign-in refused': [
    'Was refused to sign in',
    'Was refused to sign in as {subject}, after too many attempts',
  ],
  'signed out': ['Signed out', 'Signed out'],
  'session ended': [
    'Ended a session',
    (event) => {
      const count = getText(event, 'sessions')
      if (count !== '') return `Ended ${pluralize(count, 'session')} of ${event.subject}`
      const where = [getText(event, 'client'), getText(event, 'address')].filter((text) => text !== '')
      return `Ended a session of ${event.subject}${where.length === 0 ? '' : ` (${where.join(', ')})`}`
    },
  ],
  'token created': [
    'Made a token',
    (event) => `Made the token “${getText(event, 'token')}”, good until ${getText(event, 'endDate')}`,
  ],
  'token ended': [
    'Ended a token',
    (event) => `Ended the token “${getText(event, 'token')}” of ${event.subject}`,
  ],
  'second factor enabled': ['Turned on a second factor', 'Turned on the second factor'],
  'second factor disabled': ['Turned off a second factor', 'Turned off the second factor'],
  'second factor reset': ['Reset a second factor', 'Reset the second factor of {subject}'],
  'second factor asked': [
    'Was asked for a second factor',
    'Gave the right password of {subject} and was asked for a code',
  ],
  'second factor failed': [
    'Failed at a second factor',
    ({ actor, subject }) =>
      actor === null
        ? `Gave the right password of ${subject} and a wrong code`
        : 'Failed to change the second factor',
  ],
  'recovery code used': [
    'Used a recovery code',
    (event) => `Used a recovery code; ${getText(event, 'left')} are left`,
  ],
  'role created': ['Created a role', 'Created role {subject}'],
  'role updated': ['Changed a role', (event) => `Changed role ${event.subject}: ${listLabels(event)}`],
  'role deleted': ['Deleted a role', 'Deleted role {subject}'],
  'role rights saved': [
    'Changed the rights of a role',
    (event) => describeRights(`role ${event.subject}`, event),
  ],
  'user created': [
    'Created a user',
    ({ subject, details }) => {
      const role = formatValue(getFields(details['after'])['role'])
      return `Created user ${subject}${role === '' ? '' : ` with role ${role}`}`
    },
  ],
  'user updated': ['Changed a user', (event) => `Changed user ${event.subject}: ${listLabels(event)}`],
  'user deleted': ['Deleted a user', 'Deleted user {subject}'],
  'user rights saved': [
    'Changed the rights of a user',
    (event) => describeRights(`user ${event.subject}`, event),
  ],
  'user status updated': [
    'Activated or deactivated a user',
    ({ subject, details }) => {
      const status = getFields(details['after'])['status'] ?? details['status']
      return `${status === 'Inactive' ? 'Deactivated' : 'Activated'} user ${subject}`
    },
  ],
  'password reset': ['Reset a password', 'Set a new password for user {subject}'],
  'password changed': ['Changed own password', 'Changed own password'],
  'password change failed': [
    'Failed to change own password',
    'Failed to change own password, with a wrong current one',
  ],
  'report exported': [
    'Downloaded a report',
    (event) =>
      `Downloaded ${event.subject}${formatPeriod(event)}${formatCompare(event)}, as ${getText(event, 'file')}${formatToken(event)}`,
  ],
  'alert fired': [
    'An alert fired',
    (event) =>
      `Fired the alert ${event.subject} of ${getText(event, 'report')}: ${formatCount(event, 'rows', 'row')}`,
  ],
  'alert ended': [
    'An alert ended',
    (event) => `Ended the alert ${event.subject} of ${getText(event, 'report')}`,
  ],
  'export limit reached': [
    'Reached the limit of exports',
    'Exported more than the history stores in a day; further exports are in the log only',
  ],
  'record created': ['Added a record', 'Added the record {subject}'],
  'record updated': [
    'Changed a record',
    (event) =>
      `Changed the record ${event.subject}${event.details['hidden'] === true ? '' : `: ${listLabels(event)}`}`,
  ],
  'record deleted': ['Deleted a record', 'Deleted the record {subject}'],
  'dummy data generated': [
    'Generated dummy data',
    (event) =>
      `Generated dummy data of ${event.subject}${formatPeriod(event)}: ${formatCount(event, 'days', 'day')}`,
  ],
  'note created': ['Added a note', 'Added a note to {subject}'],
  'note updated': [
    'Changed a note',
    (event) =>
      `Changed a note on ${event.subject}${event.details['hidden'] === true ? '' : `: ${listLabels(event)}`}`,
  ],
  'note deleted': ['Removed a note', 'Removed a note from {subject}'],
  'job retried': ['Started a job again', 'Started the job {subject} again'],
  'schedule created': ['Added a schedule', 'Added a schedule of {subject}'],
  'schedule updated': [
    'Changed a schedule',
    (event) =>
      event.details['sendNow'] === true
        ? `Had a schedule of ${event.subject} sent now`
        : `Changed a schedule of ${event.subject}: ${listLabels(event)}`,
  ],
  'schedule deleted': ['Deleted a schedule', 'Deleted a schedule of {subject}'],
  'schedule sent': [
    'Sent a schedule',
    (event) => `Schedule of ${event.subject}, ${getText(event, 'result')}: ${getText(event, 'text')}`,
  ],
  'schedule unsubscribed': [
    'Ended mails to a recipient',
    (event) => `${getText(event, 'recipient')} gets no more mails of a schedule of ${event.subject}`,
  ],
  'records imported': [
    'Imported records',
    (event) => {
      const counts = ['added', 'replaced', 'removed'].flatMap((name) => {
        const count = getText(event, name)
        return count === '' || count === '0' ? [] : [`${count} ${name}`]
      })
      const file = getText(event, 'file')
      return `Imported ${event.subject}${formatPeriod(event)}${file === '' ? '' : ` from ${file}`}: ${counts.join(', ')}`
    },
  ],
  'records exported': [
    'Exported records',
    (event) =>
      `Exported ${formatCount(event, 'records', 'record')} of ${event.subject} to ${getText(event, 'file')}`,
  ],
  'backup written': [
    'Wrote a backup',
    (event) => `Wrote the backup ${event.subject}: ${formatCount(event, 'rows', 'row')}`,
  ],
  'backup restored': [
    'Restored a backup',
    (event) =>
      `Restored the backup ${event.subject} of ${getText(event, 'createdAt')}: ${formatCount(event, 'rows', 'row')}`,
  ],
  'permission removed': [
    'Removed a stored right',
    (event) =>
      `Removed the stored right ${getText(event, 'id')} of ${event.subject} from ${formatHolders(event)}`,
  ],
  'permission moved': [
    'Moved a stored right',
    (event) =>
      `Moved the stored right ${getText(event, 'id')} of ${formatHolders(event)} to the report ${event.subject}`,
  ],
}

const COMPARED: Readonly<Record<string, string>> = {
  previous: ', compared with the previous period',
  year: ', compared with the year before',
}

const formatCompare = (event: HistoryEvent): string => COMPARED[getText(event, 'compare')] ?? ''

const formatToken = (event: HistoryEvent): string =>
  getText(event, 'token') === '' ? '' : `, with the token “${getText(event, 'token')}”`

const formatHolders = (event: HistoryEvent): string =>
  `${pluralize(getText(event, 'roles') || '0', 'role')} and ${pluralize(getText(event, 'users') || '0', 'user')}`

const findWords = (event: string): Words | undefined =>
  Object.hasOwn(words, event) ? words[event as StoredEvent] : undefined

/** What the person of an event did, in words; the bare event and its subject if the portal does not know it. */
export function describeEvent(event: HistoryEvent): string {
  const [, description = `${event.event}: {subject}`] = findWords(event.event) ?? []
  if (typeof description === 'function') return description(event)
  return description.replace('{subject}', () => event.subject)
}

/** The actions that a history can be filtered by, in the order of their words. */
export const actions: readonly { readonly value: string; readonly label: string }[] = Object.entries(words)
  .map(([value, [action]]) => ({ value, label: action }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
