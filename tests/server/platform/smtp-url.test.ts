import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseSettings } from '../../../src/server/config.ts'
import { createFolder } from '../../support/folder.ts'

const parse = (environment: Record<string, string>) =>
  parseSettings({ MAIL_FROM: 'Portal <portal@example.com>', ...environment }, '/product').mail

describe('SMTP_URL', () => {
  test.each([
    ['smtps://mail.example.com', { port: 465, tls: 'at once', user: '', password: '' }],
    ['smtp://mail.example.com', { port: 587, tls: 'starttls' }],
    [
      'smtp://me%40example.com:p%2Fw%23@mail.example.com:2525',
      { port: 2525, user: 'me@example.com', password: 'p/w#' },
    ],
    ['smtp://localhost:25', { host: 'localhost', port: 25, tls: 'none' }],
    ['smtp://[::1]:25', { host: '::1', tls: 'none' }],
    ['smtps://127.0.0.1', { tls: 'at once' }],
  ])('%s says where and how mail is sent', (url, expected) => {
    expect(parse({ SMTP_URL: url })).toMatchObject({ server: expected, from: 'Portal <portal@example.com>' })
  })

  test('is not needed: without it there is no mail', () => {
    expect(parse({})).toBeUndefined()
  })

  test('can have its password in a file', () => {
    const file = join(createFolder(), 'password')
    writeFileSync(file, 'a/b@c\n')
    const both = { SMTP_PASSWORD_FILE: file }
    expect(parse({ ...both, SMTP_URL: 'smtps://me@mail.example.com' })?.server).toMatchObject({
      password: 'a/b@c',
    })
    expect(() => parse({ ...both, SMTP_URL: 'smtps://me:x@mail.example.com' })).toThrow(
      'SMTP_URL must be set without a password beside SMTP_PASSWORD_FILE',
    )
  })

  test.each([
    'mail.example.com',
    'https://mail.example.com',
    'smtp://',
    'smtp://a:secret%@b',
    'smtps://h/?tls=no',
  ])('is refused as %s, without repeating it', (url) => {
    const act = () => parse({ SMTP_URL: url })
    expect(act).toThrow('SMTP_URL must be an address such as smtps://user:password@mail.example.com')
    expect(act).not.toThrow('secret')
  })

  test.each([
    ['', 'MAIL_FROM must be set beside SMTP_URL'],
    ['portal', 'MAIL_FROM must be an address such as portal@example.com, or Portal <portal@example.com>'],
    ['A <a@b.com>\r\nBcc: c@d.com', 'MAIL_FROM must be an address'],
    ['a@b.com, c@d.com', 'MAIL_FROM must be an address'],
  ])('with the sender %j is refused', (from, message) => {
    expect(() => parse({ SMTP_URL: 'smtps://h', MAIL_FROM: from })).toThrow(message)
  })
})
