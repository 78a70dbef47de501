import { describe, expect, test } from 'vitest'
import { ApiError, type ApiErrorKind } from '../../../src/web/api/read-response.ts'
import {
  getErrorMessage,
  getConflict,
  getRecordErrorMessage,
} from '../../../src/web/administration/error-messages.ts'
import { getPermissionsErrorMessage } from '../../../src/web/administration/permissions/permissions-api.ts'

const TEXTS = { rejected: 'An error occurred.', unexpected: 'An unexpected error occurred.' }

const error = (kind: ApiErrorKind, message: string, more: { status?: number; serverMessage?: string } = {}) =>
  new ApiError({ kind, message, ...more })

const noAnswer = error('network', 'The server could not be reached.')
const silent = error('rejected', 'HTTP 500: ', { status: 500 })
const explained = error('rejected', 'Role in use', { status: 409, serverMessage: 'Role in use' })
const html = error('not-json', 'HTTP 502: Bad Gateway', {
  status: 502,
  serverMessage: 'HTTP 502: Bad Gateway',
})

describe('the message of a failed request (spec 8.4)', () => {
  test.each([
    ['the server’s message', explained, 'Role in use'],
    ['the fallback for a rejection without one', silent, 'An error occurred.'],
    ['the fallback for an exception', noAnswer, 'An unexpected error occurred.'],
    [
      'the fallback for an invalid response',
      error('invalid-response', 'records: expected'),
      TEXTS.unexpected,
    ],
    ['the status of what is no JSON (spec 7.2)', html, 'HTTP 502: Bad Gateway'],
    [
      'the missing token (spec 4.4)',
      error('unauthenticated', 'No authentication token found'),
      'No authentication token found',
    ],
    ['the fallback for any other exception', new Error('broken'), 'An unexpected error occurred.'],
  ])('is %s', (_, failure, text) => {
    expect(getErrorMessage(failure, TEXTS)).toBe(text)
    expect(getRecordErrorMessage(failure, TEXTS)).toBe(text)
  })
})

describe('a record changed by someone else (spec 4.11)', () => {
  test('is reported as changed', () => {
    const stale = error('stale', 'HTTP 412: ', { status: 412, serverMessage: 'The record has changed.' })
    expect(getConflict(stale)).toBe('changed')
    expect(getRecordErrorMessage(stale, TEXTS)).toBe(
      'This record was changed by someone else. The list has been reloaded.',
    )
  })

  test('is reported as deleted, with the message of the server if there is one', () => {
    const gone = error('not-found', 'no such', { status: 404, serverMessage: 'There is no such role' })
    expect(getConflict(gone)).toBe('deleted')
    expect(getRecordErrorMessage(gone, TEXTS)).toBe('There is no such role. The list has been reloaded.')
    expect(getRecordErrorMessage(error('not-found', '', { status: 404 }), TEXTS)).toBe(
      'This record was deleted by someone else. The list has been reloaded.',
    )
  })

  test('is not reported for a 404 without details', () => {
    const wrongServer = error('not-found', 'HTTP 404: Not Found', {
      status: 404,
      serverMessage: 'HTTP 404: Not Found',
    })
    expect(getConflict(wrongServer)).toBeNull()
    expect(getRecordErrorMessage(wrongServer, TEXTS)).toBe('HTTP 404: Not Found')
  })
})

describe('permissions that cannot be saved (spec 8.4)', () => {
  test.each([
    ['role', explained, 'Role in use'],
    ['role', silent, 'Error saving role rights'],
    ['user', silent, 'Error saving system user rights'],
    ['user', noAnswer, 'Error saving rights: The server could not be reached.'],
    ['role', error('network', ''), 'Error saving rights: Unknown error'],
    ['role', 'thrown text', 'Error saving rights: Unknown error'],
  ] as const)('show for a %s the message %s', (kind, failure, text) => {
    expect(getPermissionsErrorMessage(failure, kind)).toBe(text)
  })
})
