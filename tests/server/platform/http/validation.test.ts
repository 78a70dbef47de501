import { expect, test } from 'vitest'
import { createTestApp } from '../../../support/test-app.ts'

const testApp = await createTestApp()
const token = await testApp.token('superadmin')

const long = 'x'.repeat(101)

/** By call, the sentences and the body that they answer. */
const rejected: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  'POST /v1/role-master': {
    'Role Name must have at most 100 characters.': `{"name":"${long}"}`,
    'Role Name contains characters that are not text. Description must be a text.':
      '{"name":"a\\u0000","description":7}',
    "There is no field 'isAdmin'; known fields: name, description, requiresSecondFactor.":
      '{"name":"x","isAdmin":true}',
    'The body must be a JSON object.': '[]',
    'The body is not valid JSON.': '{',
    'The body must not have a field __proto__ or constructor.prototype.': '{"__proto__":{"a":1},"name":"x"}',
    [`There is no field '${'x'.repeat(60)}…'; known fields: name, description, requiresSecondFactor.`]: `{"${long}":1}`,
    'Role Name must be a text.': '{"name":["x"],"description":"y"}',
  },
  'POST /v1/system-users': {
    'The body must be a JSON object.': undefined,
    'User ID must be a text. Role must be a number.': '{"userId":{},"roleId":"2"}',
    'Role must be a number.': `{"roleId":${'9'.repeat(60_000)}}`,
    'Role must be a whole number.': '{"roleId":1.5}',
    'Role must be at least 0.': '{"roleId":-1}',
    "There is no field 'roleName'; known fields: userId, roleId, loginIP, emailId, role, status, password, owner, invite.":
      '{"roleName":"x"}',
  },
  'POST /v1/rights-management/save-role-rights?roleId=2&service=bidashboard': {
    ['records[0].enabled must be true or false. records[0].child[0].name is required. ' +
    'records[0].child[0].description is required. records[0].child[0].enabled is required. ' +
    'records[0].child[0].child is required. And 5 more.']:
      '{"records":[{"id":1,"name":"x","description":"y","enabled":1,"child":[{"id":2}]},{}]}',
    "There is no field 'parent' in records[0]; known fields: id, name, description, enabled, child.":
      '{"records":[{"id":1,"name":"x","description":"y","enabled":true,"child":[],"parent":1}]}',
  },
  'PUT /v1/system-users/3/status?status=Off': { 'status must be Active or Inactive.': undefined },
  'GET /v1/role-master?page=-1&size=107': {
    'page must be a number of at most nine digits. size must be a number from 1 to 100.': undefined,
  },
  'GET /v1/role-master?page=1&page=2': { 'page must be given once.': undefined },
  'GET /v1/role-master?sort=name': {
    "There is no parameter 'sort'; known parameters: page, size, search.": undefined,
  },
  'POST /auth/logout': { "There is no field 'id'; known fields: sessionId.": '{"id":"x"}' },
  'GET /v1/monthly-reports/1899/MNO_TO_ROUTELINK': {
    'year must be a year from 1900 to 2199, such as 2025.': undefined,
  },
  'GET /v1/role-master/1e3': { 'id must be a number of at most nine digits.': undefined },
  'GET /v1/monthly-reports/2025/13/MNO_TO_ROUTELINK': { 'month must be a month from 1 to 12.': undefined },
  'POST /auth/login': { 'Username must not be blank. Password is required.': '{"username":" "}' },
}
const rows = Object.entries(rejected).flatMap(([call, bodies]) =>
  Object.entries(bodies).map(([message, body]) => [call, message, body] as const),
)

test.each(rows)('%s is rejected with sentences that name the field: %s', async (...row) => {
  const [call, message, payload] = row
  const [method, url] = call.split(' ') as ['GET' | 'POST' | 'PUT', string]
  const headers = payload === undefined ? {} : { 'content-type': 'application/json' }
  const { status, body } = await testApp.bearing(token, headers)(method, url, payload)
  expect({ status, message: body['message'] }).toEqual({ status: 400, message })
})

// Raw bytes in the place of `?`.
test.each([
  ['bytes that no encoding has', [0xff, 0xfe, 0xff, 0xfe]],
  ['Latin-1', [0xe9]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
  ['a character that is cut off', [0xe2, 0x82]],
])('a body with %s is not UTF-8 and is rejected', async (_what, bytes) => {
  const [before = '', after = ''] = JSON.stringify({ username: 'superadmin', password: 'a?b' }).split('?')
  const payload = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
  const headers = { 'content-type': 'application/json' }
  const { status, body } = await testApp.login('', '', { headers, payload })
  expect({ status, message: body['message'] }).toEqual({ status: 400, message: 'The body is not UTF-8.' })
})
