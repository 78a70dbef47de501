import { type Call, createClient, signIn } from '../../crash/api-client.ts'
import type { TreeNode } from '../../support/test-users.ts'

/** The API as one account, without a browser. */
export const connect = async (url: string, username: string): Promise<Call> =>
  createClient(() => url, await signIn(url, username))

/** Gives a role exactly the rights with these ids; returns the names in its tree. */
export async function giveRights(url: string, role: string, ids: readonly number[]): Promise<string[]> {
  const call = await connect(url, 'superadmin')
  const list = async <T>(path: string) => (await call('GET', path)).body['records'] as readonly T[]
  const roles = await list<{ id: number; name: string }>(`/v1/role-master?page=0&size=100&search=${role}`)
  const id = roles.find(({ name }) => name === role)?.id
  const names: string[] = []
  const only = (node: TreeNode): TreeNode => {
    names.push(node.name)
    return { ...node, enabled: ids.includes(node.id), child: node.child?.map(only) ?? null }
  }
  const records = (await list<TreeNode>(`/v1/menu-hierarchy/role/${id}?service=bidashboard`)).map(only)
  const path = `/v1/rights-management/save-role-rights?roleId=${id}&service=bidashboard`
  const { status, body } = await call('POST', path, { records })
  if (status !== 200) throw new Error(`rights of ${role}: ${status} ${String(body['message'])}`)
  return names
}
