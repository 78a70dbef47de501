import { describe, expect, test } from 'vitest'
import { actions, describeEvent, storedEvents } from '../../../schemas/api/history-words.ts'
import { buildEvent, right } from '../../support/history-events.ts'

describe('the words of an event (spec 2.24)', () => {
  /** By event and subject, the words and the details that give them. */
  const cases: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>> = {
    'signed in: ada': { 'Signed in': {} },
    'sign-in failed: ada': { 'Failed to sign in as ada, attempt 3 of this day': { attempt: 3, stored: 10 } },
    'sign-in refused: ada': { 'Was refused to sign in as ada, after too many attempts': {} },
    'signed out: ada': { 'Signed out': {} },
    'session ended: ada': {
      'Ended a session of ada (Firefox 128, Windows, 10.0.0.1)': {
        signedInAt: 'x',
        lastUsedAt: 'y',
        address: '10.0.0.1',
        client: 'Firefox 128, Windows',
      },
      'Ended 2 sessions of ada': { sessions: 2 },
    },
    'token created: ada': {
      'Made the token “nightly”, good until 2025-12-31': { token: 'nightly', endDate: '2025-12-31' },
    },
    'token ended: ada': { 'Ended the token “nightly” of ada': { token: 'nightly' } },
    'report exported: Minutes': {
      'Downloaded Minutes, 2025, as m.xlsx, with the token “nightly”': {
        period: '2025',
        file: 'm.xlsx',
        token: 'nightly',
      },
    },
    'schedule updated: Minutes': {
      'Had a schedule of Minutes sent now': { sendNow: true },
      'Had a test of a schedule of Minutes sent': { sendTest: true },
    },
    'role created: Auditor': { 'Created role Auditor': { after: { id: 5 } } },
    'role updated: Auditor': {
      'Changed role Auditor: Description': { before: { description: 'a' }, after: { description: 'b' } },
      'Changed role Auditor: nothing changed': { before: {}, after: {} },
    },
    'role deleted: Auditor': { 'Deleted role Auditor': {} },
    'role rights saved: Auditor': {
      'Changed the rights of role Auditor: added Daily Report - Minutes; removed Monthly Report, right 95': {
        granted: [right(17, 'Daily Report - Minutes')],
        revoked: [right(16, 'Monthly Report'), right(95, null)],
      },
      'Saved the rights of role Auditor without a change': { granted: [], revoked: [] },
    },
    'user rights saved: ada': {
      'Changed the rights of user ada: added Dashboard': { granted: [right(11, 'Dashboard')], revoked: [] },
    },
    'user created: ada': { 'Created user ada with role Auditor': { after: { role: 'Auditor', roleId: 5 } } },
    'user updated: ada': {
      'Changed user ada: Role, Email Id': {
        before: { role: 'A', roleId: 5, emailId: '' },
        after: { role: 'B', roleId: 6, emailId: 'a@b.example' },
      },
    },
    'user deleted: ada': { 'Deleted user ada': {} },
    'user status updated: ada': {
      'Deactivated user ada': { before: { status: 'Active' }, after: { status: 'Inactive' } },
      'Activated user ada': { before: { status: 'Inactive' }, after: { status: 'Active' } },
    },
    'password reset: ada': { 'Set a new password for user ada': {} },
    'password changed: ada': { 'Changed own password': {} },
    'password change failed: ada': {
      'Failed to change own password, with a wrong current one': { attempt: 2, stored: 10 },
    },
    'report exported: Daily Report - Minutes': {
      'Downloaded Daily Report - Minutes, 2025 March, as minutes.xlsx': {
        period: '2025 March',
        file: 'minutes.xlsx',
      },
      'Downloaded Daily Report - Minutes, 2025 March, compared with the year before, as minutes.xlsx': {
        period: '2025 March',
        compare: 'year',
        file: 'minutes.xlsx',
      },
    },
    'export limit reached: eve': {
      'Exported more than the history stores in a day; further exports are in the log only': {},
    },
    'record updated: calls 2025-03-07': {
      'Changed the record calls 2025-03-07': { hidden: true },
      'Changed the record calls 2025-03-07: minutes': { before: { minutes: 1.5 }, after: { minutes: 2 } },
    },
    'record created: calls 2025-03-07': { 'Added the record calls 2025-03-07': { after: {} } },
    'record deleted: calls 2025-03-07': { 'Deleted the record calls 2025-03-07': {} },
    'dummy data generated: Minutes': {
      'Generated dummy data of Minutes, 2025: 1 day': { period: '2025', days: 1 },
    },
    'records imported: Minutes': {
      'Imported Minutes, 2025-03 from m.csv: 31 added, 2 removed': {
        file: 'm.csv',
        period: '2025-03',
        added: 31,
        replaced: 0,
        removed: 2,
        unchanged: 5,
      },
    },
    'records exported: Minutes': {
      'Exported 31 records of Minutes to m.csv': { file: 'm.csv', records: 31 },
    },
    'backup written: b.gz': { 'Wrote the backup b.gz: 1 row': { rows: 1 } },
    'backup restored: b.gz': {
      'Restored the backup b.gz of 2025-06-02T08:00:00.000Z: 2 rows': {
        createdAt: '2025-06-02T08:00:00.000Z',
        rows: 2,
      },
    },
    'permission removed: old-report': {
      'Removed the stored right 95 of old-report from 1 role and 2 users': {
        id: 95,
        report: 'old-report',
        roles: 1,
        users: 2,
      },
    },
    'permission moved: new-report': {
      'Moved the stored right 95 of 2 roles and 0 users to the report new-report': {
        id: 95,
        roles: 2,
        users: 0,
      },
    },
  }
  const rows = Object.entries(cases).flatMap(([of, words]) =>
    Object.entries(words).map(([text, details]) => [of, text, details] as const),
  )

  test.each(rows)('%s: “%s” of %o', (of, text, details) => {
    const [event = '', subject = ''] = of.split(': ')
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
