import { describe, expect, test } from 'vitest'
import { getDownloadFailure, classifyDownload } from '../../../src/report/selection/download-response.ts'
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
    ['a workbook', answer(`PK${'x'.repeat(2000)}`), null],
    ['a small workbook with the word Error', answer('PK Error'), 'The downloaded file has only 8 bytes.'],
    ['a small file that says nothing of errors', answer('hello'), 'The downloaded file has only 5 bytes.'],
    ['a long text with the word error', answer(`error ${'x'.repeat(2000)}`), null],
  ])('takes %s for a file', (_name, came, warning) => {
    expect(classifyDownload(monthly, came)).toEqual({ kind: 'file', warning })
  })

  test.each([
    ['Backend error: java.lang.Exception: no', monthly, answer('java.lang.Exception: no')],
    ['Backend error: an error', local, answer('an error')],
    ['Backend error: {"error":"no"}', monthly, json({ error: 'no' })],
    ['Error downloading report', monthly, json({ success: false, message: 'nothing there' })],
    ['Error downloading report: No rows', local, json({ message: 'No rows' })],
    ['Error downloading report: Broken', local, json({ error: 'Broken' })],
    ['Error downloading report: Unexpected JSON received during download', local, json({})],
    ['Error downloading report: No rights', local, json({ message: 'No rights' }, 403)],
    [
      'Error downloading report: Download failed: 502 Bad Gateway - Bad gateway',
      local,
      answer('Bad gateway', 502, 'text/html', 'Bad Gateway'),
    ],
    [
      'Error downloading report: Download failed: 500 Internal Server Error',
      local,
      answer('', 500, '', 'Internal Server Error'),
    ],
    ['Error downloading report', monthly, json({ message: 'No rights' }, 403)],
    ['Error downloading report: No rights', daily, json({ message: 'No rights' }, 403)],
  ])('%s', (message, of, came) => {
    expect(classifyDownload(of, came)).toEqual(failed(message))
  })

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
