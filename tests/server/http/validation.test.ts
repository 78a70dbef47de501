import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let testApp: TestApp
let token: string
beforeAll(async () => {
  testApp = await createTestApp()
  token = await testApp.token('superadmin')
})
afterAll(() => testApp.close())

const long = 'x'.repeat(101)
const manyKeys = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]))

test.each<[method: 'GET' | 'POST' | 'PUT', url: string, body: string | undefined, message: string]>([
  ['POST', '/v1/role-master', `{"name":"${long}"}`, 'Role Name must have at most 100 characters.'],
  [
    'POST',
    '/v1/role-master',
    '{"name":"a\\u0000","description":7}',
    'Role Name contains characters that are not text. Description must be a text.',
  ],
  [
    'POST',
    '/v1/role-master',
    '{"name":"x","isAdmin":true}',
    "There is no field 'isAdmin'; known fields: name, description.",
  ],
  ['POST', '/v1/role-master', '[]', 'The body must be a JSON object.'],
  ['POST', '/v1/role-master', undefined, 'The body must be a JSON object.'],
  ['POST', '/v1/role-master', '{', 'The body is not valid JSON.'],
  [
    'POST',
    '/v1/role-master',
    '{"__proto__":{"a":1},"name":"x"}',
    'The body must not have a field __proto__ or constructor.prototype.',
  ],
  [
    'POST',
    '/v1/role-master',
    JSON.stringify(manyKeys),
    "There is no field 'k0'; known fields: name, description.",
  ],
  [
    'POST',
    '/v1/role-master',
    `{"${long}":1}`,
    `There is no field '${'x'.repeat(60)}…'; known fields: name, description.`,
  ],
  [
    'POST',
    '/v1/system-users',
    '{"userId":{},"roleId":"2"}',
    'User ID must be a text. Role must be a number.',
  ],
  ['POST', '/v1/system-users', `{"roleId":${'9'.repeat(60_000)}}`, 'Role must be a number.'],
  ['POST', '/v1/system-users', '{"roleId":1.5}', 'Role must be a whole number.'],
  ['POST', '/v1/system-users', '{"roleId":-1}', 'Role must be at least 0.'],
  [
    'POST',
    '/v1/rights-management/save-role-rights?roleId=2&service=bidashboard',
    '{"records":[{"id":1,"name":"x","description":"y","enabled":1,"child":[{"id":2}]},{}]}',
    'records[0].enabled must be true or false. records[0].child[0].name is required. ' +
      'records[0].child[0].description is required. records[0].child[0].enabled is required. ' +
      'records[0].child[0].child is required. And 5 more.',
  ],
  ['PUT', '/v1/system-users/3/status?status=Off', undefined, 'status must be Active or Inactive.'],
  [
    'GET',
    '/v1/role-master?page=-1&size=107',
    undefined,
    'page must be a number of at most nine digits. size must be a number from 1 to 100.',
  ],
  ['GET', '/v1/role-master?page=1&page=2', undefined, 'page must be given once.'],
  [
    'GET',
    '/v1/role-master?sort=name',
    undefined,
    "There is no parameter 'sort'; known parameters: page, size, search.",
  ],
  ['GET', '/v1/role-master?size=5&size=5', undefined, 'size must be given once.'],
  ['PUT', '/v1/system-users/3/status?status=Active&status=Active', undefined, 'status must be given once.'],
  [
    'POST',
    '/v1/rights-management/save-role-rights?roleId=2&roleId=3&service=bidashboard',
    '{"records":[]}',
    'roleId must be given once.',
  ],
  ['POST', '/v1/role-master', '{"name":["x"],"description":"y"}', 'Role Name must be a text.'],
  [
    'POST',
    '/v1/system-users',
    '{"roleName":"x"}',
    "There is no field 'roleName'; known fields: userId, roleId, loginIP, emailId, role, status, password, owner.",
  ],
  [
    'POST',
    '/v1/rights-management/save-role-rights?roleId=2&service=bidashboard',
    '{"records":[{"id":1,"name":"x","description":"y","enabled":true,"child":[],"parent":1}]}',
    "There is no field 'parent' in records[0]; known fields: id, name, description, enabled, child.",
  ],
  ['POST', '/auth/logout', '{"id":"x"}', "There is no field 'id'; known fields: sessionId."],
  [
    'GET',
    '/v1/monthly-reports/1899/MNO_TO_ROUTELINK',
    undefined,
    'year must be a year from 1900 to 2199, such as 2025.',
  ],
  ['GET', '/v1/role-master/1e3', undefined, 'id must be a number of at most nine digits.'],
  ['GET', '/v1/monthly-reports/2025/13/MNO_TO_ROUTELINK', undefined, 'month must be a month from 1 to 12.'],
  ['POST', '/auth/login', '{"username":" "}', 'Username must not be blank. Password is required.'],
])('%s %s %.30s is rejected with sentences that name the field (S29, S32, S33, S35)', async (...call) => {
  const [method, url, payload, message] = call
  const { status, body } = await testApp.send({
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  expect({ status, message: body['message'] }).toEqual({ status: 400, message })
})
