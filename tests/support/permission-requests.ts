import type { Answer, Send } from './test-app.ts'
import type { TestUser } from './test-users.ts'

const service = 'service=bidashboard'

/** The requests of the permission screens, sent by an administrator unless another sender is given. */
export function permissionRequests(admin: () => TestUser) {
  const save = (path: string, records: unknown, send: Send = admin().send): Promise<Answer> =>
    send('POST', `/v1/rights-management/${path}&${service}`, { records })
  return {
    service,
    roleTree: (id: number) => admin().send('GET', `/v1/menu-hierarchy/role/${id}?${service}`),
    userTree: (id: number) => admin().send('GET', `/v1/menu-hierarchy/user/${id}?${service}`),
    saveRole: (id: number, records: unknown, send?: Send) =>
      save(`save-role-rights?roleId=${id}`, records, send),
    saveUser: (id: number, records: unknown, send?: Send) =>
      save(`save-system-user-rights?userId=${id}`, records, send),
  }
}

/** The permission ids of a user's session. */
export async function readPermissionIds({ send }: TestUser): Promise<number[]> {
  const { body } = await send('GET', '/auth/permissions')
  return (body['Assignedrecords'] as { AssignedGrpRightId: number }[]).map(
    (permission) => permission.AssignedGrpRightId,
  )
}
