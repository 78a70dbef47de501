import { expect, test } from 'vitest'
import { describeClient } from '../../../../src/server/identity/sign-in/client-name.ts'

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

test.each([
  [`${WINDOWS} ${CHROME}`, 'Chrome 130, Windows'],
  [`${WINDOWS} ${CHROME} Edg/130.0.2849.68`, 'Edge 130, Windows'],
  [`${WINDOWS} ${CHROME} OPR/115.0.0.0`, 'Opera 115, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128, Linux'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME}`, 'Chrome 130, Android'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15',
    'Safari 17, macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
    'Safari 17, iOS',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  [undefined, ''],
  ['Chrome/99999999999', 'Chrome 99999'],
  [`x${'y'.repeat(1000)}`, `x${'y'.repeat(59)}`],
  ['a\u001b[2Jb\u0000é', 'a[2Jb'],
])('describes the client %s', (userAgent, name) => {
  expect(describeClient(userAgent)).toBe(name)
})
