import fc from 'fast-check'

const words = (text: string): string[] => text.split(' ')

const texts = [
  '', ' ', '\0', 'a\0b', '\uD800', '\uDC00x', '\uFEFFx', '\u202Egnp.exe', '\u001B[31m', '00000000001',
  '\r\nSet-Cookie: a=b', '[object Object]', 'x'.repeat(101), 'x'.repeat(10_000), '..\\..\\windows', '\\',
  "' or '1'='1", "'; drop table users; --", '1) union select password_hash from users --',
  '${7*7}', '{{constructor.constructor("return 1")()}}', '<img src=x onerror=alert(1)>',
  ...words(
    '../../etc/passwd file:///etc/passwd __proto__ constructor prototype toString hasOwnProperty % _ !',
  ),
  ...words('NaN Infinity -1 0 1 1.0 1e3 0x1 １ 2147483648 9999999999999999999 null true undefined'),
  ...words('SUPERADMIN ſuperadmin İ ß 2025-13 0000-00 99999 2025-02-30 MNO_TO_ROUTELINK bidashboard'),
] // prettier-ignore

/** A text that somebody might be sorry to have taken. */
export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

const documents = [
  ...words('null true 0 1 -1 1.5 1e400 -0 2147483648 9007199254740993 "" "1" [] {} [1] ["a"] [[[[[[]]]]]]'),
  ...words(String.raw`{"then":1} "\ud800" "\u0000" NaN undefined 'x' { "`),
  ...words('{"toString":1,"valueOf":1,"length":-1} {"__proto__":{"isAdmin":true}}'),
  '', '9'.repeat(10_000), '{"constructor":{"prototype":{"isAdmin":true}}}',
  '['.repeat(5_000) + ']'.repeat(5_000),
  '{"a":'.repeat(2_000) + '1' + '}'.repeat(2_000),
] // prettier-ignore

/** JSON as it is sent: of any kind, and some that is none. */
export const hostileJson = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...documents) },
  { weight: 3, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
)

/** Names of fields and parameters that a call does not have, or has already. */
export const hostileName = fc.oneof(
  fc.constantFrom(
    '',
    ...words(
      'id status roleId role passwordHash password_hash own_rights isAdmin page size search sort service',
    ),
    ...words('__proto__ __proto__[isAdmin] constructor[prototype][isAdmin] search[$ne] token accessToken'),
    ...words('_method callback'),
  ),
  fc.string({ maxLength: 10 }),
)

/** Headers that change how a request might be read. */
export const hostileHeader = fc.constantFrom<readonly [name: string, value: string]>(
  ['content-type', 'text/plain'],
  ['content-type', 'application/json\tx'],
  ['content-type', 'application/xml'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-encoding', 'gzip'],
  ['transfer-encoding', 'gzip'],
  ['content-length', '-1'],
  ['content-length', '5'],
  ['expect', '100-continue'],
  ['accept', 'application/xml'],
  ['accept-encoding', 'gzip;q=0, *;q=0'],
  ['range', 'bytes=0-0,5-1'],
  ['if-match', '*'],
  ['if-match', '"x"'],
  ['if-match', `${'"a",'.repeat(1000)}"b"`],
  ['if-none-match', '*'],
  ['origin', 'null'],
  ['origin', 'https://evil.example'],
  ['host', 'evil.example'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-host', 'evil.example'],
  ['x-http-method-override', 'DELETE'],
  ['x-original-url', '/v1/system-users'],
  ['x-rewrite-url', '/v1/system-users'],
  ['x-request-id', 'chosen'],
  ['cookie', 'accessToken=x; __proto__=y'],
  ['authorization', 'Basic YWRtaW46YWRtaW4='],
  ['authorization', 'Bearer '],
  ['authorization', `Bearer ${'A'.repeat(43)}`],
  ['authorization', `Bearer ${'A'.repeat(8000)}`],
  ['upgrade', 'websocket'],
  ['connection', 'upgrade'],
  ['__proto__', 'x'],
)
