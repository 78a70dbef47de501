import { describe, expect, test } from 'vitest'
import { formatUsersCsv } from '../../../../src/web/administration/users/export-users.ts'

const user = (userId: string, lastSignInAt: string | null) => ({
  id: 7,
  userId,
  owner: 'admin',
  role: 'Analyst, senior',
  roleId: 5,
  loginIP: '',
  emailId: '-1+2@x.example',
  status: 'Active' as const,
  createdAt: '2025-01-01T00:00:00.000Z',
  lastSignInAt,
  sessions: 1,
  secondFactor: lastSignInAt === null,
  signIn: 'password',
})

const USERS = [user('@SUM(A1)', '2025-06-02T06:00:00.000Z'), user('éwé', null)]

describe('exported users (spec 2.11)', () => {
  test('are a .csv file in UTF-8 without formulas', () => {
    expect(formatUsersCsv(USERS, true)).toBe(
      `\uFEFFUser ID,Owner,Role,Login IP,Email Id,Status,Created (UTC),Last sign-in (UTC),Open sessions,Second factor,Sign-in
'@SUM(A1),admin,"Analyst, senior",,'-1+2@x.example,Active,2025-01-01T00:00:00.000Z,2025-06-02T06:00:00.000Z,1,off,password
éwé,admin,"Analyst, senior",,'-1+2@x.example,Active,2025-01-01T00:00:00.000Z,never,1,on,password
`,
    )
  })

  test('have no columns of sign-ins where the API has none', () => {
    const [heading] = formatUsersCsv(USERS, false).split('\n')
    expect(heading).toBe('\uFEFFUser ID,Owner,Role,Login IP,Email Id,Status')
  })
})
