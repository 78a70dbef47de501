import { expect, test } from 'vitest'
import { createTestUsers } from '../../support/test-users.ts'

test('GET /v1/account names the caller', async () => {
  const testApp = await createTestUsers()
  try {
    const { id, roleId, send } = await testApp.addUserWithRole('ada')
    expect((await send('GET', '/v1/account')).body).toEqual({
      success: true,
      message: '',
      totalCount: 1,
      records: {
        userId: id,
        username: 'ada',
        roleId,
        role: 'ada role',
        passwordChangeRequired: false,
        idleMinutes: 60,
      },
    })
  } finally {
    await testApp.close()
  }
})
