import { describe, expect, test } from 'vitest'
import { storedEvents } from '../../../schemas/api/audit-event.ts'
import { actions, describeEvent } from '../../../schemas/api/history-words.ts'
import { buildEvent, right } from '../../support/history-events.ts'

describe('the words of an event (spec 2.24)', () => {
  test.each<[string, string, Record<string, unknown>, string]>([
    ['signed in', 'ada', {}, 'Signed in'],
    ['sign-in failed', 'ada', { attempt: 3, stored: 10 }, 'Failed to sign in as ada, attempt 3 of this day'],
    ['sign-in refused', 'ada', {}, 'Was refused to sign in as ada, after too many attempts'],
    ['signed out', 'ada', {}, 'Signed out'],
    [
      'session ended',
      'ada',
      { signedInAt: 'x', lastUsedAt: 'y', address: '10.0.0.1', client: 'Firefox 128, Windows' },
      'Ended a session of ada (Firefox 128, Windows, 10.0.0.1)',
    ],
    ['session ended', 'ada', { sessions: 2 }, 'Ended 2 sessions of ada'],
    [
      'token created',
      'ada',
      { token: 'nightly', endDate: '2025-12-31' },
      'Made the token “nightly”, good until 2025-12-31',
    ],
    ['token ended', 'ada', { token: 'nightly' }, 'Ended the token “nightly” of ada'],
    [
      'report exported',
      'Minutes',
      { period: '2025', file: 'm.xlsx', token: 'nightly' },
      'Downloaded Minutes, 2025, as m.xlsx, with the token “nightly”',
    ],
    ['role created', 'Auditor', { after: { id: 5 } }, 'Created role Auditor'],
    [
      'role updated',
      'Auditor',
      { before: { description: 'a' }, after: { description: 'b' } },
      'Changed role Auditor: Description',
    ],
    ['role updated', 'Auditor', { before: {}, after: {} }, 'Changed role Auditor: nothing'],
    ['role deleted', 'Auditor', {}, 'Deleted role Auditor'],
    [
      'role rights saved',
      'Auditor',
      {
        granted: [right(17, 'Daily Report - Minutes')],
        revoked: [right(16, 'Monthly Report'), right(95, null)],
      },
      'Changed the rights of role Auditor: added Daily Report - Minutes; removed Monthly Report, right 95',
    ],
    [
      'role rights saved',
      'Auditor',
      { granted: [], revoked: [] },
      'Saved the rights of role Auditor without a change',
    ],
    [
      'user rights saved',
      'ada',
      { granted: [right(11, 'Dashboard')], revoked: [] },
      'Changed the rights of user ada: added Dashboard',
    ],
    ['user created', 'ada', { after: { role: 'Auditor', roleId: 5 } }, 'Created user ada with role Auditor'],
    [
      'user updated',
      'ada',
      {
        before: { role: 'A', roleId: 5, emailId: '' },
        after: { role: 'B', roleId: 6, emailId: 'a@b.example' },
      },
      'Changed user ada: Role, Email Id',
    ],
    ['user deleted', 'ada', {}, 'Deleted user ada'],
    [
      'user status updated',
      'ada',
      { before: { status: 'Active' }, after: { status: 'Inactive' } },
      'Deactivated user ada',
    ],
    [
      'user status updated',
      'ada',
      { before: { status: 'Inactive' }, after: { status: 'Active' } },
      'Activated user ada',
    ],
    ['password reset', 'ada', {}, 'Set a new password for user ada'],
    ['password changed', 'ada', {}, 'Changed own password'],
    [
      'password change failed',
      'ada',
      { attempt: 2, stored: 10 },
      'Failed to change own password, with a wrong current one',
    ],
    [
      'report exported',
      'Daily Report - Minutes',
      { period: '2025 March', file: 'minutes.xlsx' },
      'Downloaded Daily Report - Minutes, 2025 March, as minutes.xlsx',
    ],
    [
      'report exported',
      'Daily Report - Minutes',
      { period: '2025 March', compare: 'year', file: 'minutes.xlsx' },
      'Downloaded Daily Report - Minutes, 2025 March, compared with the year before, as minutes.xlsx',
    ],
    [
      'export limit reached',
      'eve',
      {},
      'Exported more than the history stores in a day; further exports are in the log only',
    ],
    ['record updated', 'calls 2025-03-07', { hidden: true }, 'Changed the record calls 2025-03-07'],
    ['record created', 'calls 2025-03-07', { after: {} }, 'Added the record calls 2025-03-07'],
    [
      'record updated',
      'calls 2025-03-07',
      { before: { minutes: 1.5 }, after: { minutes: 2 } },
      'Changed the record calls 2025-03-07: minutes',
    ],
    ['record deleted', 'calls 2025-03-07', {}, 'Deleted the record calls 2025-03-07'],
    [
      'dummy data generated',
      'Minutes',
      { period: '2025', days: 1 },
      'Generated dummy data of Minutes, 2025: 1 day',
    ],
    ['job retried', 'mail 7', { id: 3 }, 'Started the job mail 7 again'],
    [
      'records imported',
      'Minutes',
      { file: 'm.csv', period: '2025-03', added: 31, replaced: 0, removed: 2, unchanged: 5 },
      'Imported Minutes, 2025-03 from m.csv: 31 added, 2 removed',
    ],
    [
      'records exported',
      'Minutes',
      { file: 'm.csv', records: 31 },
      'Exported 31 records of Minutes to m.csv',
    ],
    ['backup written', 'b.gz', { rows: 1 }, 'Wrote the backup b.gz: 1 row'],
    [
      'backup restored',
      'b.gz',
      { createdAt: '2025-06-02T08:00:00.000Z', rows: 2 },
      'Restored the backup b.gz of 2025-06-02T08:00:00.000Z: 2 rows',
    ],
    [
      'permission removed',
      'old-report',
      { id: 95, report: 'old-report', roles: 1, users: 2 },
      'Removed the stored right 95 of old-report from 1 role and 2 users',
    ],
    [
      'permission moved',
      'new-report',
      { id: 95, roles: 2, users: 0 },
      'Moved the stored right 95 of 2 roles and 0 users to the report new-report',
    ],
  ])('%s of %s with %o', (event, subject, details, text) => {
    expect(describeEvent(buildEvent(event, subject, details))).toBe(text)
  })

  test('are there for every event, and the filter offers each of them once', () => {
    expect(actions.map(({ value }) => value).toSorted()).toEqual(storedEvents.toSorted())
    expect(new Set(actions.map(({ label }) => label)).size).toBe(storedEvents.length)
    for (const event of storedEvents) {
      expect(describeEvent(buildEvent(event, 'ada'))).not.toMatch(/undefined|null|NaN/)
    }
  })

  test('of an unknown event, or of one called like a property of objects, are its name and its subject', () => {
    expect(describeEvent(buildEvent('planet moved', 'Mars'))).toBe('planet moved: Mars')
    expect(describeEvent(buildEvent('constructor', 'Mars'))).toBe('constructor: Mars')
  })
})
