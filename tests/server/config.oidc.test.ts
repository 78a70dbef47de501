import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSettings } from '../../src/server/config.ts'
import { createFolder } from '../support/folder.ts'

const folder = createFolder()
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const files = {
  roles: write('roles.json', '{"admins": "administrator", "staff": "analyst"}'),
  secret: write('secret', 'a secret\n'),
  broken: write('broken.json', '{'),
  empty: write('empty', '\n'),
  list: write('list.json', '{"admins": ["administrator"]}'),
}

const parse = (environment: Readonly<Record<string, string>>) =>
  parseSettings(
    {
      OIDC_ISSUER: 'https://id.example/realm',
      OIDC_CLIENT_ID: 'portal',
      OIDC_CLIENT_SECRET_FILE: files.secret,
      OIDC_ROLES_FILE: files.roles,
      ...environment,
    },
    '.',
  ).oidc

test('a company sign-in has an issuer, a client and roles (spec 11.7)', () => {
  const expected = {
    issuer: 'https://id.example/realm',
    clientId: 'portal',
    clientSecret: 'a secret',
    roleClaim: 'groups',
    roles: [
      ['admins', 'administrator'],
      ['staff', 'analyst'],
    ],
    scopes: 'openid profile email',
    passwordAccounts: [],
  }
  expect(parse({})).toEqual(expected)
  expect(parse({ OIDC_ONLY: 'root, backup' })?.passwordAccounts).toEqual(['root', 'backup'])
  expect(parse({ OIDC_ISSUER: ' ' })).toBeUndefined()
})

test.each<readonly [() => Readonly<Record<string, string>>, RegExp]>([
  [() => ({ OIDC_ISSUER: 'http://id.example' }), /OIDC_ISSUER must be the https URL of the provider/],
  [() => ({ OIDC_CLIENT_ID: '' }), /OIDC_CLIENT_ID must be set beside OIDC_ISSUER/],
  [() => ({ OIDC_CLIENT_SECRET_FILE: '' }), /OIDC_CLIENT_SECRET_FILE must be set beside OIDC_ISSUER/],
  [
    () => ({ OIDC_CLIENT_SECRET_FILE: files.empty }),
    /OIDC_CLIENT_SECRET_FILE must be the path of a file with the secret: it is empty/,
  ],
  [() => ({ OIDC_ROLES_FILE: files.empty }), /OIDC_ROLES_FILE must be the path .*: it is empty/],
  [() => ({ OIDC_ROLES_FILE: '' }), /OIDC_ROLES_FILE must be the path of a JSON file/],
  [() => ({ OIDC_ROLES_FILE: join(folder, 'none') }), /OIDC_ROLES_FILE must be the path .*none/],
  [() => ({ OIDC_ROLES_FILE: files.broken }), /OIDC_ROLES_FILE must contain a role for each group/],
  [() => ({ OIDC_ROLES_FILE: files.list }), /OIDC_ROLES_FILE must contain .*; admins: /],
])('what does not fit is named: %#', (environment, message) => {
  expect(() => parse(environment())).toThrow(message)
})
