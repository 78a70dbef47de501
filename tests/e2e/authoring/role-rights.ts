import { z } from 'zod'
import { DEMO_PASSWORD } from '../portal.ts'

interface RightNode {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  readonly child: readonly RightNode[] | null
}

const Login = z.object({ accessToken: z.string() })
const Roles = z.object({ records: z.array(z.object({ id: z.int(), name: z.string() })) })
const Tree = z.object({ records: z.array(z.custom<RightNode>()) })

/** The API as one account, without a browser. */
export async function signedIn(url: string, username: string) {
  const login = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: DEMO_PASSWORD }),
  })
  const { accessToken } = Login.parse(await login.json())
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  return {
    get: (path: string) => fetch(`${url}${path}`, { headers }),
    post: (path: string, body: unknown) =>
      fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  }
}

/** Gives a role exactly the rights with these ids; answers with the names in its tree. */
export async function giveRights(url: string, role: string, ids: readonly number[]): Promise<string[]> {
  const api = await signedIn(url, 'superadmin')
  const roles = Roles.parse(await (await api.get(`/v1/role-master?page=0&size=100&search=${role}`)).json())
  const id = roles.records.find(({ name }) => name === role)?.id
  const path = `/v1/menu-hierarchy/role/${id}?service=bidashboard`
  const { records } = Tree.parse(await (await api.get(path)).json())
  const names: string[] = []
  const only = (node: RightNode): RightNode => {
    names.push(node.name)
    return { ...node, enabled: ids.includes(node.id), child: node.child?.map(only) ?? null }
  }
  const saved = await api.post(`/v1/rights-management/save-role-rights?roleId=${id}&service=bidashboard`, {
    records: records.map(only),
  })
  if (saved.status !== 200) throw new Error(`rights of ${role}: ${saved.status} ${await saved.text()}`)
  return names
}
