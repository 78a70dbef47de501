import { describe, expect, test } from 'vitest'
import {
  DatabaseUrlError,
  describeDatabaseUrl,
  parseDatabaseUrl,
} from '../../../../src/server/platform/database/database-url.ts'

describe('a DATABASE_URL', () => {
  test.each([
    ['postgres://localhost/portal', 'postgres://localhost/portal'],
    ['postgres:///portal?host=/run/postgresql', 'postgres:///portal?host=/run/postgresql'],
    ['postgres://[::1]:5432/portal', 'postgres://[::1]:5432/portal'],
    [
      'postgresql://portal:p%40ss@b:5433/portal?sslmode=require',
      'postgresql://portal:p%40ss@b:5433/portal?sslmode=require',
    ],
    ['postgres://u:p@ss@a/portal', 'postgres://u:p@ss@a/portal?sslmode=verify-full'],
  ])('%s is used as %s', (url, used) => {
    expect(parseDatabaseUrl(url)).toBe(used)
  })

  test.each([
    ['postgres://db.example:5432/portal', true],
    ['postgres://db.example/portal?prepared=off', true],
    ['postgres://10.0.0.7/portal', true],
    ['postgres:///portal?host=db.example', true],
    ['postgres://127.example/portal', true],
    ['postgres://db.example/portal?sslmode=disable', false],
    ['postgres://db.example/portal?ssl=false', false],
    ['postgres://localhost:5433/portal', false],
    ['postgres://127.0.0.2/portal', false],
    ['postgres://[::1]:5432/portal', false],
    ['postgres://%2Frun%2Fpostgresql/portal', false],
    ['postgres:///portal?host=/run/postgresql', false],
    ['postgres:///portal', false],
  ])('%s: encrypted and verified without being asked is %s', (url, isEncrypted) => {
    expect(parseDatabaseUrl(url).includes('sslmode=verify-full')).toBe(isEncrypted)
  })

  test.each([
    ['mysql://a/portal', 'must be an address such as'],
    ['postgres://a:port/portal', 'must be an address such as'],
    ['postgres://secret@a:5432,b:5432/portal', 'must name one host'],
    ['postgres://secret@a/portal?host=b,c', 'must name one host'],
    ['postgres://u:12/secret@a/portal', 'must have / ? # and @ in user and password as %2F'],
    ['postgres://u:p@12/secret#1@a/portal', 'must have / ? # and @'],
    ['postgres://u:12?secret@a/portal', 'must have / ? # and @'],
    ['postgres://u:12#secret@a/portal', 'must have / ? # and @'],
    ['postgres://u:secret@a/%zz', 'must be an address such as'],
    ['postgres://u:secret@a/portal?prepared=maybe', 'must have one of on, off as prepared'],
    ['postgres://u:secret@a/portal?sslmode=bogus', 'must have one of disable, prefer, require,'],
    ['postgres://u:secret@a/portal?sslrootcert=/no/such.pem', 'must have the path of a file that is there'],
    ['postgres://u:secret@a/portal?prepard=off', 'has an unknown parameter prepard after the ?; known are'],
    ['postgres://u:12@a/portal?secret', 'has an unknown parameter after the ?; known are'],
  ])('%s is refused without a word of its password', (url, reason) => {
    expect(() => parseDatabaseUrl(url)).toThrow(DatabaseUrlError)
    expect(() => parseDatabaseUrl(url)).toThrow(reason)
    expect(() => parseDatabaseUrl(url)).not.toThrow('secret')
  })

  test('is described without user and password', () => {
    expect(describeDatabaseUrl('postgres://portal:secret@a:5433/traffic%20data')).toBe(
      'a:5433, database traffic data',
    )
    expect(describeDatabaseUrl('postgres://a')).toBe('a:5432, database (none named)')
  })
})
