import { describe, expect, test } from 'vitest'
import { storedEvents } from '../../../schemas/api/audit-event.ts'
import {
  actions,
  describeEvent,
  HistoryEvent,
  isRevertible,
  listChanges,
} from '../../../schemas/api/history-event.ts'

const build = (event: string, subject: string, details: Record<string, unknown> = {}): HistoryEvent =>
  HistoryEvent.parse({
    id: 1,
    at: '2025-06-02T08:00:00.000Z',
    actor: 'administrator',
    event,
    subject,
    details,
    address: '127.0.0.1',
    requestId: 'r',
  })

const right = (id: number, name: string | null) => ({ id, name })

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
      { granted: [right(11, 'Dashboard')], revoked: [], reverts: 7 },
      'Reverted the rights of role Auditor: added Dashboard',
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
    ['history exported', 'history', {}, 'Exported the history'],
    [
      'history exported',
      'history',
      { actor: 'ada', from: '2025-06-01' },
      'Exported the history (person: ada, from: 2025-06-01)',
    ],
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
    [
      'records imported',
      'Minutes',
      { file: 'm.csv', period: '2025-03', added: 31, replaced: 0, removed: 2, unchanged: 5 },
      'Imported Minutes, 2025-03 from m.csv: 31 added, 2 removed',
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
    expect(describeEvent(build(event, subject, details))).toBe(text)
  })

  test('are there for every event, and the filter offers each of them once', () => {
    expect(actions.map(({ value }) => value).toSorted()).toEqual(storedEvents.toSorted())
    expect(new Set(actions.map(({ label }) => label)).size).toBe(storedEvents.length)
    for (const event of storedEvents) {
      expect(describeEvent(build(event, 'ada'))).not.toMatch(/undefined|null|NaN/)
    }
  })

  test('of an unknown event, or of one called like a property of objects, are its name and its subject', () => {
    expect(describeEvent(build('planet moved', 'Mars'))).toBe('planet moved: Mars')
    expect(describeEvent(build('constructor', 'Mars'))).toBe('constructor: Mars')
  })
})

describe('the changes of an event (spec 2.24)', () => {
  test('are the fields that differ, with a role by its name instead of its number', () => {
    const details = {
      before: { role: 'A', roleId: 5, status: 'Active' },
      after: { role: 'B', roleId: 6, status: 'Active' },
    }
    expect(listChanges(build('user updated', 'ada', details))).toEqual([
      { label: 'Role', before: 'A', after: 'B' },
    ])
  })

  test('of rights are all rights before and after, by their names of that time', () => {
    const details = {
      id: 5,
      granted: [right(17, 'Minutes')],
      revoked: [],
      before: [right(13, 'Reports'), right(95, null)],
      after: [right(13, 'Reports'), right(17, 'Minutes'), right(95, null)],
    }
    expect(listChanges(build('role rights saved', 'Auditor', details))).toEqual([
      { label: 'Rights', before: 'Reports, right 95', after: 'Reports, Minutes, right 95' },
    ])
  })

  test('of a new or deleted record are its fields on one side', () => {
    const user = { userId: 'ada', role: 'A', roleId: 5, rights: [right(13, 'Reports')] }
    expect(listChanges(build('user deleted', 'ada', { before: user }))).toEqual([
      { label: 'User ID', before: 'ada', after: '' },
      { label: 'Role', before: 'A', after: '' },
      { label: 'Rights', before: 'Reports', after: '' },
    ])
  })

  test('of an event without any are none, whatever its details are', () => {
    expect(listChanges(build('signed in', 'ada'))).toEqual([])
    expect(listChanges(build('user updated', 'ada', { before: 7, after: null }))).toEqual([])
  })
})

test('only a saved change of rights can be reverted (spec 2.24)', () => {
  const change = { granted: [], revoked: [right(11, 'Dashboard')] }
  expect(isRevertible(build('role rights saved', 'Auditor', change))).toBe(true)
  expect(isRevertible(build('user rights saved', 'ada', change))).toBe(true)
  expect(isRevertible(build('role rights saved', 'Auditor', { granted: [], revoked: [] }))).toBe(false)
  expect(isRevertible(build('role rights saved', 'Auditor'))).toBe(false)
  expect(isRevertible(build('role updated', 'Auditor', change))).toBe(false)
})

test('an event of another server is read with what is missing (spec 7.22)', () => {
  expect(HistoryEvent.parse({ id: 1, at: '2025-06-02T08:00:00Z', event: 'x', planet: 'Mars' })).toEqual({
    id: 1,
    at: '2025-06-02T08:00:00Z',
    actor: null,
    event: 'x',
    subject: '',
    details: {},
    address: null,
    requestId: null,
  })
})
