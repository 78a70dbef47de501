import { describe, expect, test } from 'vitest'
import { getDownloadFailure, classifyDownload } from '../../../src/report/request/download.ts'
import { plan } from '../../support/definitions.ts'

const monthly = plan('monthly-report/mno-to-routelink')
const daily = plan('daily-report-minutes/mno-to-routelink/daily')
const local = plan('daily-local-exchange-traffic')
const answer = (text: string, status = 200, contentType = 'application/vnd.ms-excel', statusText = 'OK') => ({
  ok: status < 400,
  status,
  statusText,
  contentType,
  bytes: new TextEncoder().encode(text),
})
const json = (body: unknown, status = 200) => answer(JSON.stringify(body), status, 'application/json')
const failed = (message: string) => ({ kind: 'failed', message })

describe('the check of a download (spec 5.10, 8.6)', () => {
  test.each([
    ['a workbook', monthly, answer(`PK${'x'.repeat(2000)}`), { kind: 'file', warning: null }],
    [
      'a small workbook with the word Error (S53)',
      monthly,
      answer('PK Error'),
      { kind: 'file', warning: 'The downloaded file has only 8 bytes.' },
    ],
    [
      'a small error text',
      monthly,
      answer('java.lang.Exception: no'),
      failed('Backend error: java.lang.Exception: no'),
    ],
    ['a small error text on the local screen', local, answer('an error'), failed('Backend error: an error')],
    [
      'a small file that says nothing of errors',
      monthly,
      answer('hello'),
      { kind: 'file', warning: 'The downloaded file has only 5 bytes.' },
    ],
    [
      'a long text with the word error',
      monthly,
      answer(`error ${'x'.repeat(2000)}`),
      { kind: 'file', warning: null },
    ],
    ['JSON that tells an error', monthly, json({ error: 'no' }), failed('Backend error: {"error":"no"}')],
    [
      'JSON without a word of errors',
      monthly,
      json({ success: false, message: 'nothing there' }),
      failed('Error downloading report'),
    ],
    [
      'JSON on the local screen',
      local,
      json({ message: 'No rows' }),
      failed('Error downloading report: No rows'),
    ],
    [
      'JSON with error on the local screen',
      local,
      json({ error: 'Broken' }),
      failed('Error downloading report: Broken'),
    ],
    [
      'empty JSON on the local screen',
      local,
      json({}),
      failed('Error downloading report: Unexpected JSON received during download'),
    ],
    [
      'a refusal in JSON',
      local,
      json({ message: 'No rights' }, 403),
      failed('Error downloading report: No rights'),
    ],
    [
      'a refusal in text',
      local,
      answer('Bad gateway', 502, 'text/html', 'Bad Gateway'),
      failed('Error downloading report: Download failed: 502 Bad Gateway - Bad gateway'),
    ],
    [
      'a refusal without a body',
      local,
      answer('', 500, '', 'Internal Server Error'),
      failed('Error downloading report: Download failed: 500 Internal Server Error'),
    ],
    [
      'a refusal on the monthly screen',
      monthly,
      json({ message: 'No rights' }, 403),
      failed('Error downloading report'),
    ],
    [
      'a refusal on the minutes screen',
      daily,
      json({ message: 'No rights' }, 403),
      failed('Error downloading report: No rights'),
    ],
  ])('classifies %s', (_name, of, came, outcome) => expect(classifyDownload(of, came)).toEqual(outcome))

  test('shows only the first 200 characters of a backend error', () => {
    const outcome = classifyDownload(monthly, answer(`error${'x'.repeat(900)}`))
    expect(outcome).toEqual(failed(`Backend error: error${'x'.repeat(195)}`))
  })

  test('reports an error when no response arrives', () => {
    expect(getDownloadFailure(daily, null)).toBe('Error downloading report: Unknown error')
    expect(getDownloadFailure(daily, 'The server could not be reached.')).toBe(
      'Error downloading report: The server could not be reached.',
    )
    expect(getDownloadFailure(monthly, 'The server could not be reached.')).toBe('Error downloading report')
  })
})
