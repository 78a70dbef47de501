import { describe, expect, test } from 'vitest'
import {
  buildUsersWorkbook,
  formatFileName,
  formatUsersCsv,
  type UserExport,
} from '../../../src/web/users/export-users.ts'
import { values } from '../../support/read-workbook.ts'

const user = (userId: string, lastSignInAt: string | null): UserExport['users'][number] => ({
  id: 7,
  userId,
  owner: 'admin',
  role: 'Analyst, senior',
  roleId: 5,
  loginIP: '',
  emailId: '-1+2@x.example',
  status: 'Active',
  createdAt: '2025-01-01T00:00:00.000Z',
  lastSignInAt,
  sessions: 1,
})

const content: UserExport = {
  users: [user('@SUM(A1)', '2025-06-02T06:00:00.000Z'), user('éwé', null)],
  hasSignIns: true,
  search: '',
  days: '90',
  product: 'Portal',
  exportedBy: 'administrator',
  exportedAt: new Date('2025-06-02T10:00:00Z'),
}

describe('exported users (spec 2.11)', () => {
  test('have the date in the name of their file', () => {
    expect(formatFileName(content)).toBe('users_2025-06-02')
  })

  test('are a .csv file in UTF-8 without formulas', () => {
    expect(formatUsersCsv(content)).toBe(
      `\uFEFFUser ID,Owner,Role,Login IP,Email Id,Status,Created (UTC),Last sign-in (UTC),Open sessions
'@SUM(A1),admin,"Analyst, senior",,'-1+2@x.example,Active,2025-01-01T00:00:00.000Z,2025-06-02T06:00:00.000Z,1
éwé,admin,"Analyst, senior",,'-1+2@x.example,Active,2025-01-01T00:00:00.000Z,never,1
`,
    )
  })

  test('are a workbook with the same values', async () => {
    const file = await buildUsersWorkbook(content)
    const created = new Date('2025-01-01T00:00:00.000Z')
    const same = ['admin', 'Analyst, senior', null, '-1+2@x.example', 'Active', created]
    expect(await values(file)).toEqual({
      name: 'System users',
      rows: [
        [
          'User ID',
          'Owner',
          'Role',
          'Login IP',
          'Email Id',
          'Status',
          'Created (UTC)',
          'Last sign-in (UTC)',
          'Open sessions',
        ],
        ['@SUM(A1)', ...same, new Date('2025-06-02T06:00:00.000Z'), 1],
        ['éwé', ...same, 'never', 1],
      ],
    })
  })

  test('have no columns of sign-ins where the API has none', () => {
    const [heading] = formatUsersCsv({ ...content, hasSignIns: false }).split('\n')
    expect(heading).toBe('\uFEFFUser ID,Owner,Role,Login IP,Email Id,Status')
  })
})
