import { describe, expect, test } from 'vitest'
import { HistoryEvent, listChanges } from '../../../schemas/api/history-event.ts'
import { buildEvent, right } from '../../support/history-events.ts'

describe('the changes of an event (spec 2.24)', () => {
  test('are the fields that differ, with a role by its name instead of its number', () => {
    const details = {
      before: { role: 'A', roleId: 5, status: 'Active' },
      after: { role: 'B', roleId: 6, status: 'Active' },
    }
    expect(listChanges(buildEvent('user updated', 'ada', details))).toEqual([
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
    expect(listChanges(buildEvent('role rights saved', 'Auditor', details))).toEqual([
      { label: 'Rights', before: 'Reports, right 95', after: 'Reports, Minutes, right 95' },
    ])
  })

  test('of a new or deleted record are its fields on one side', () => {
    const user = { userId: 'ada', role: 'A', roleId: 5, rights: [right(13, 'Reports')] }
    expect(listChanges(buildEvent('user deleted', 'ada', { before: user }))).toEqual([
      { label: 'User ID', before: 'ada', after: '' },
      { label: 'Role', before: 'A', after: '' },
      { label: 'Rights', before: 'Reports', after: '' },
    ])
  })

  test('of an event without any are none, whatever its details are', () => {
    expect(listChanges(buildEvent('signed in', 'ada'))).toEqual([])
    expect(listChanges(buildEvent('user updated', 'ada', { before: 7, after: null }))).toEqual([])
  })
})

test('an event of another server is read with what is missing (spec 7.22)', () => {
  expect(HistoryEvent.parse({ id: 1, at: '2025-06-02T08:00:00Z', event: 'x', planet: 'Mars' })).toEqual({
    id: 1,
    at: '2025-06-02T08:00:00Z',
    actor: null,
    event: 'x',
    subject: '',
    subjectKind: null,
    details: {},
    address: null,
    requestId: null,
  })
})
