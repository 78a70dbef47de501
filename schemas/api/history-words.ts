import { formatValue, getFields, type HistoryEvent, listChanges, listNames } from './history-event.ts'

const getText = ({ details }: HistoryEvent, name: string): string => formatValue(details[name])

const pluralize = (count: string, noun: string): string => `${count} ${noun}${count === '1' ? '' : 's'}`

const listLabels = (event: HistoryEvent): string => {
  const labels = listChanges(event).map(({ label }) => label)
  return labels.length === 0 ? 'nothing changed' : labels.join(', ')
}

const describeRights = ({ event, subject, details }: HistoryEvent): string => {
  const [noun = ''] = event.split(' ')
  const owner = `${noun} ${subject}`
  const [added, removed] = [listNames(details['granted']) ?? [], listNames(details['revoked']) ?? []]
  const parts = [
    ...(added.length > 0 ? [`added ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ]
  return parts.length === 0
    ? `Saved the rights of ${owner} without a change`
    : `Changed the rights of ${owner}: ${parts.join('; ')}`
}

/** Names an event as a choice of the filter, with the template of what the person did. */
type Words = readonly [action: string, description: string]

/** What a template can name beside the details of an event. */
const parts: Readonly<Record<string, (event: HistoryEvent) => string>> = {
  subject: ({ subject }) => subject,
  changes: (event) => (event.details['hidden'] === true ? '' : `: ${listLabels(event)}`),
  inPeriod: (event) => addBefore(', ', getText(event, 'period')),
  compared: (event) => COMPARED[getText(event, 'compare')] ?? '',
  byToken: (event) => addAround(', with the token “', getText(event, 'token'), '”'),
  fromFile: (event) => addBefore(' from ', getText(event, 'file')),
  attempted: (event) => addAround(', attempt ', getText(event, 'attempt'), ' of this day'),
  rights: describeRights,
  session: (event) => {
    const count = getText(event, 'sessions')
    return count === '' ? 'a session' : pluralize(count, 'session')
  },
  client: (event) => {
    const where = [getText(event, 'client'), getText(event, 'address')].filter(Boolean)
    return addAround(' (', where.join(', '), ')')
  },
  withRole: ({ details }) => addBefore(' with role ', formatValue(getFields(details['after'])['role'])),
  switched: ({ details }) => {
    const status = getFields(details['after'])['status'] ?? details['status']
    return status === 'Inactive' ? 'Deactivated' : 'Activated'
  },
  failedFactor: ({ actor, subject }) =>
    actor === null
      ? `Gave the right password of ${subject} and a wrong code`
      : 'Failed to change the second factor',
  changedSchedule: (event) => {
    if (event.details['sendNow'] === true) return `Had a schedule of ${event.subject} sent now`
    if (event.details['sendTest'] === true) return `Had a test of a schedule of ${event.subject} sent`
    return `Changed a schedule of ${event.subject}: ${listLabels(event)}`
  },
  counts: (event) =>
    ['added', 'replaced', 'removed']
      .flatMap((name) => (Number(getText(event, name)) > 0 ? [`${getText(event, name)} ${name}`] : []))
      .join(', '),
  holders: (event) =>
    `${pluralize(getText(event, 'roles') || '0', 'role')} and ${pluralize(getText(event, 'users') || '0', 'user')}`,
}

const addAround = (before: string, text: string, after: string): string =>
  text === '' ? '' : before + text + after
const addBefore = (before: string, text: string): string => addAround(before, text, '')

/** Fills a template: `{file}` with a detail, `{rows row}` with a number and its noun. */
const fill = (template: string, event: HistoryEvent): string =>
  template.replaceAll(/\{(\w+)(?: (\w+))?\}/g, (_, name: string, noun?: string) => {
    const text = parts[name]?.(event) ?? getText(event, name)
    return noun === undefined ? text : pluralize(text, noun)
  })

/** The events of the history. Denied requests are in the log only. */
const words = {
  'signed in': ['Signed in', 'Signed in'],
  'sign-in failed': ['Failed to sign in', 'Failed to sign in as {subject}{attempted}'],
  'sign-in refused': [
    'Was refused to sign in',
    'Was refused to sign in as {subject}, after too many attempts',
  ],
  'signed out': ['Signed out', 'Signed out'],
  'session ended': ['Ended a session', 'Ended {session} of {subject}{client}'],
  'token created': ['Made a token', 'Made the token “{token}”, good until {endDate}'],
  'token creation failed': ['Failed to make a token', 'Failed to make a token, with a wrong password'],
  'token ended': ['Ended a token', 'Ended the token “{token}” of {subject}'],
  'role created': ['Created a role', 'Created role {subject}'],
  'role updated': ['Changed a role', 'Changed role {subject}{changes}'],
  'role deleted': ['Deleted a role', 'Deleted role {subject}'],
  'role rights saved': ['Changed the rights of a role', '{rights}'],
  'user created': ['Created a user', 'Created user {subject}{withRole}'],
  'user updated': ['Changed a user', 'Changed user {subject}{changes}'],
  'user deleted': ['Deleted a user', 'Deleted user {subject}'],
  'user rights saved': ['Changed the rights of a user', '{rights}'],
  'user status updated': ['Activated or deactivated a user', '{switched} user {subject}'],
  'user invited': ['Invited a user', 'Invited user {subject}'],
  'invitation accepted': ['Set a password by a link', 'Set a password by the link of an invitation'],
  'password reset': ['Reset a password', 'Set a new password for user {subject}'],
  'password changed': ['Changed own password', 'Changed own password'],
  'password change failed': [
    'Failed to change own password',
    'Failed to change own password, with a wrong current one',
  ],
  'second factor enabled': ['Turned on a second factor', 'Turned on the second factor'],
  'second factor disabled': ['Turned off a second factor', 'Turned off the second factor'],
  'second factor reset': ['Reset a second factor', 'Reset the second factor of {subject}'],
  'second factor asked': [
    'Was asked for a second factor',
    'Gave the right password of {subject} and was asked for a code',
  ],
  'second factor failed': ['Failed at a second factor', '{failedFactor}'],
  'recovery code used': ['Used a recovery code', 'Used a recovery code; {left} are left'],
  'report exported': ['Downloaded a report', 'Downloaded {subject}{inPeriod}{compared}, as {file}{byToken}'],
  'record created': ['Added a record', 'Added the record {subject}'],
  'record updated': ['Changed a record', 'Changed the record {subject}{changes}'],
  'record deleted': ['Deleted a record', 'Deleted the record {subject}'],
  'dummy data generated': ['Generated dummy data', 'Generated dummy data of {subject}{inPeriod}: {days day}'],
  'note created': ['Added a note', 'Added a note to {subject}'],
  'note updated': ['Changed a note', 'Changed a note on {subject}{changes}'],
  'note deleted': ['Removed a note', 'Removed a note from {subject}'],
  'schedule created': ['Added a schedule', 'Added a schedule of {subject}'],
  'schedule updated': ['Changed a schedule', '{changedSchedule}'],
  'schedule deleted': ['Deleted a schedule', 'Deleted a schedule of {subject}'],
  'schedule subscribed again': [
    'Took an end of mails back',
    '{recipient} gets the mails of a schedule of {subject} again',
  ],
  'schedule unsubscribed': [
    'Ended mails to a recipient',
    '{recipient} gets no more mails of a schedule of {subject}',
  ],
  // Of the history only.
  'export limit reached': [
    'Reached the limit of exports',
    'Exported more than the history stores in a day; further exports are in the log only',
  ],
  'alert fired': ['An alert fired', 'Fired the alert {subject} of {report}: {rows row}'],
  'alert ended': ['An alert ended', 'Ended the alert {subject} of {report}'],
  'alert removed': ['Ended an alert of a reader', 'Ended the alert “{alert}” of {subject}'],
  'schedule sent': ['Sent a schedule', 'Schedule of {subject}, {result}: {text}'],
  'records imported': ['Imported records', 'Imported {subject}{inPeriod}{fromFile}: {counts}'],
  'import undone': [
    'Undid an import of records',
    'Undid the import {import} of {subject}{fromFile}: {counts}',
  ],
  // Of commands only.
  'records exported': ['Exported records', 'Exported {records record} of {subject} to {file}'],
  'backup written': ['Wrote a backup', 'Wrote the backup {subject}: {rows row}'],
  'backup restored': ['Restored a backup', 'Restored the backup {subject} of {createdAt}: {rows row}'],
  'permission removed': [
    'Removed a stored right',
    'Removed the stored right {id} of {subject} from {holders}',
  ],
  'permission moved': [
    'Moved a stored right',
    'Moved the stored right {id} of {holders} to the report {subject}',
  ],
} satisfies Readonly<Record<string, Words>>
export type StoredEvent = keyof typeof words
export const storedEvents = Object.keys(words) as StoredEvent[]

const COMPARED: Readonly<Record<string, string>> = {
  previous: ', compared with the previous period',
  year: ', compared with the year before',
}

const findWords = (event: string): Words | undefined =>
  Object.hasOwn(words, event) ? words[event as StoredEvent] : undefined

/** Says what the person of an event did; the bare event and its subject if the portal does not know it. */
export function describeEvent(event: HistoryEvent): string {
  const [, description = `${event.event}: {subject}`] = findWords(event.event) ?? []
  return fill(description, event)
}

/** The actions that a history can be filtered by, in the order of their words. */
export const actions: readonly { readonly value: string; readonly label: string }[] = Object.entries(words)
  .map(([value, [action]]) => ({ value, label: action }))
  .toSorted((left, right) => left.label.localeCompare(right.label, 'en'))
