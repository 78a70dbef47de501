import { describe, expect, test } from 'vitest'
import { CreateRoleRequest } from '../../../schemas/api/requests.ts'
import { validateRole } from '../../../schemas/api/role.ts'
import {
  isEmail,
  isLoginIp,
  type SystemUserForm,
  validateSystemUser,
} from '../../../schemas/api/system-user.ts'

const complete: SystemUserForm = {
  userId: 'ada',
  password: 'long enough to be one',
  owner: 'admin',
  roleId: 3,
  loginIP: '',
  emailId: 'ada@example.com',
}

describe('system user form (spec 5.3)', () => {
  test.each<[Partial<SystemUserForm>, string | null]>([
    [{}, null],
    [{ userId: '' }, '[User ID] is required'],
    [{ userId: '  ', roleId: 0 }, '[User ID, Role] is required'],
    [{ userId: '', roleId: 0 }, '[User ID, Role] is required'],
    [{ password: '' }, '[Password] is required'],
    [{ owner: ' ' }, '[Owner] is required'],
    [{ emailId: ' ' }, '[Email Id] is required'],
    [
      { userId: '', password: '', owner: '', roleId: 0, emailId: '' },
      '[User ID, Password, Owner, Role, Email Id] is required',
    ],
    [{ loginIP: '256.1.1.1' }, 'Login IP is invalid value or format'],
    [{ emailId: 'ada' }, 'Email Id is invalid value or format'],
    [{ loginIP: 'a b', emailId: 'ada@' }, '[Login IP, Email Id] is invalid value or format'],
    [
      { userId: '', roleId: 0, loginIP: '1.2.3', emailId: '@example.com' },
      '[User ID, Role] is required , [Login IP, Email Id] is invalid value or format',
    ],
    [{ userId: '', loginIP: 'x y' }, '[User ID] is required , Login IP is invalid value or format'],
    [{ loginIP: ' 10.0.0.1 ', emailId: ' ada@example.com ' }, null],
  ])('reports for %j the message %j', (change, message) => {
    expect(validateSystemUser({ ...complete, ...change }, 'create').message).toBe(message)
  })

  test('requires no password in edit mode', () => {
    expect(validateSystemUser({ ...complete, password: '' }, 'edit')).toEqual({ message: null, fields: {} })
  })

  test('names the invalid fields', () => {
    expect(validateSystemUser({ ...complete, roleId: 0, loginIP: '?' }, 'create').fields).toEqual({
      roleId: 'required',
      loginIP: 'invalid',
    })
  })

  test.each([
    '0.0.0.0',
    '192.168.1.10',
    '::1',
    '2001:db8::7',
    '::ffff:10.0.0.1',
    'example.com',
    'a-b.c-d.example',
  ])('accepts the Login IP %s', (text) => expect(isLoginIp(text)).toBe(true))

  test.each([
    '256.1.1.1',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '1.2.3.4/24',
    '2001:db8::/32',
    ':::1',
    'fe80::1%eth0',
    'localhost',
    'a..b',
    '-a.com',
    'a_b.com',
    'a b.com',
    'http://example.com',
    'example.com:80',
    `${'x'.repeat(64)}.com`,
  ])('rejects the Login IP %s', (text) => expect(isLoginIp(text)).toBe(false))

  test.each(['ada@example.com', 'ada+x@example.co.uk', "o'neil@example.com"])(
    'accepts the Email Id %s',
    (text) => expect(isEmail(text)).toBe(true),
  )

  test.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'ada@exa mple.com',
    'a@b@c.de',
  ])('rejects the Email Id %s', (text) => expect(isEmail(text)).toBe(false))
})

describe('role form (spec 5.6)', () => {
  test.each([
    ['', '', '[Role Name, Description] is required'],
    [' ', 'x', '[Role Name] is required'],
    ['x', '', '[Description] is required'],
    ['x', 'y', null],
  ])('reports for the name %j and the description %j the message %j', (name, description, message) => {
    expect(validateRole({ name, description }, 'create').message).toBe(message)
  })
})

describe('a text that is too long', () => {
  const long = (length: number) => 'x'.repeat(length)

  test.each([
    [{ name: long(101), description: 'y' }, 'Role Name must have at most 100 characters'],
    [{ name: 'x', description: long(501) }, 'Description must have at most 500 characters'],
    [
      { name: long(101), description: long(501) },
      'Role Name must have at most 100 characters , Description must have at most 500 characters',
    ],
  ])('is reported by the role form and refused by the server: case %#', (form, message) => {
    expect(validateRole(form, 'create').message).toBe(message)
    expect(CreateRoleRequest.safeParse(form).success).toBe(false)
  })

  test('is reported after what is missing', () => {
    expect(validateRole({ name: long(101), description: '' }, 'create').message).toBe(
      '[Description] is required',
    )
  })

  test('is accepted at the limit', () => {
    expect(validateRole({ name: long(100), description: long(500) }, 'create').message).toBeNull()
  })

  test('is not reported for a field that cannot be changed', () => {
    expect(validateRole({ name: long(101), description: 'y' }, 'edit')).toEqual({ message: null, fields: {} })
    expect(validateSystemUser({ ...complete, owner: long(101) }, 'edit').message).toBeNull()
  })

  test('is reported by the system user form', () => {
    expect(validateSystemUser({ ...complete, userId: long(101), owner: long(101) }, 'create')).toEqual({
      message: 'User ID must have at most 100 characters , Owner must have at most 100 characters',
      fields: { userId: 'tooLong', owner: 'tooLong' },
    })
  })
})

test('half of a surrogate pair is reported by the form', () => {
  expect(validateRole({ name: 'x', description: '\ud800' }, 'edit')).toEqual({
    message: 'Description contains characters that are not text',
    fields: { description: 'invalid' },
  })
})
