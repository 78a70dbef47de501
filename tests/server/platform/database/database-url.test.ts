import { describe, expect, test } from 'vitest'
import {
  DatabaseUrlError,
  describeDatabaseUrl,
  listDatabaseUrls,
} from '../../../../src/server/platform/database/database-url.ts'

describe('the servers of a DATABASE_URL (L8)', () => {
  test.each([
    ['postgres://localhost/portal', ['postgres://localhost/portal']],
    ['postgres:///portal?host=/run/postgresql', ['postgres:///portal?host=/run/postgresql']],
    [
      'postgresql://portal:p%40ss@a:5432,b:5433/portal?sslmode=require',
      [
        'postgresql://portal:p%40ss@a:5432/portal?sslmode=require',
        'postgresql://portal:p%40ss@b:5433/portal?sslmode=require',
      ],
    ],
    [
      'postgres://a,[::1]:5432/portal?target_session_attrs=read-write',
      ['postgres://a/portal?sslmode=verify-full', 'postgres://[::1]:5432/portal'],
    ],
    [
      'postgres://a,b/portal?sslmode=require&target_session_attrs=primary&prepared=off',
      [
        'postgres://a/portal?sslmode=require&prepared=off',
        'postgres://b/portal?sslmode=require&prepared=off',
      ],
    ],
    [
      'postgres://u:p@ss@a,b/portal',
      ['postgres://u:p@ss@a/portal?sslmode=verify-full', 'postgres://u:p@ss@b/portal?sslmode=verify-full'],
    ],
  ])('of %s', (url, servers) => {
    expect(listDatabaseUrls(url)).toEqual(servers)
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
  ])('of %s: encrypted and verified without being asked is %s', (url, isEncrypted) => {
    expect(listDatabaseUrls(url)[0].includes('sslmode=verify-full')).toBe(isEncrypted)
  })

  test.each([
    ['mysql://a/portal', 'must be an address such as'],
    ['postgres://a:port/portal', 'must be an address such as'],
    ['postgres://secret@a,,b/portal', 'must be an address such as'],
    ['postgres://secret@a,/portal', 'must be an address such as'],
    ['postgres://a/portal?host=b,c', 'must name several hosts before the database'],
    [
      'postgres://secret@a,b/portal?target_session_attrs=standby',
      'can have target_session_attrs=read-write only',
    ],
    ['postgres://u:12/secret@a/portal', 'must have / ? # and @ in user and password as %2F'],
    ['postgres://u:p@12/secret#1@a/portal', 'must have / ? # and @'],
    ['postgres://u:12?secret@a/portal', 'must have / ? # and @'],
    ['postgres://u:12#secret@a/portal', 'must have / ? # and @'],
    ['postgres://u:secret@a/%zz', 'must be an address such as'],
    ['postgres://u:secret@a/portal?port=foo', 'must have a number as port after the ?'],
    ['postgres://u:secret@a/portal?statement_timeout=1s', 'must have a number as statement_timeout'],
    ['postgres://u:secret@a/portal?prepared=maybe', 'must have one of on, off as prepared'],
    ['postgres://u:secret@a/portal?sslmode=bogus', 'must have one of disable, prefer, require,'],
    ['postgres://u:secret@a/portal?sslrootcert=/no/such.pem', 'must have the path of a file that is there'],
    ['postgres://u:secret@a/portal?prepard=off', 'has an unknown parameter prepard after the ?; known are'],
    ['postgres://u:12@a/portal?secret', 'has an unknown parameter after the ?; known are'],
  ])('are none of %s, without a word of its password', (url, reason) => {
    expect(() => listDatabaseUrls(url)).toThrow(DatabaseUrlError)
    expect(() => listDatabaseUrls(url)).toThrow(reason)
    expect(() => listDatabaseUrls(url)).not.toThrow('secret')
  })

  test('are described without user and password', () => {
    expect(describeDatabaseUrl('postgres://portal:secret@a:5433,b/traffic%20data')).toBe(
      'a:5433 or b:5432, database traffic data',
    )
    expect(describeDatabaseUrl('postgres://a')).toBe('a:5432, database (none named)')
  })
})
