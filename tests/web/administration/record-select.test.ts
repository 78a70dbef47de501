import { expect, test } from 'vitest'
import { loadAll } from '../../../src/web/administration/record-select.tsx'
import { roles } from '../../../src/web/administration/resource.ts'
import type { Client, RequestOptions } from '../../../src/web/api/client.ts'

test('a dropdown loads pages of 100 until the total is reached, and has no role 1 (spec 4.8)', async () => {
  const asked: unknown[] = []
  const get = (path: string, { query = {} }: RequestOptions = {}) => {
    asked.push([path, query])
    const first = Number(query['page']) * 100
    const length = Math.min(100, 201 - first)
    const records = Array.from({ length }, (_, index) => ({ id: first + index + 1, name: 'Role' }))
    return Promise.resolve({ success: true, message: '', records, totalCount: 201 })
  }
  const loaded = await loadAll({ get } as unknown as Client, roles, {})
  expect(loaded.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, index) => index + 2))
  expect(asked).toEqual([0, 1, 2].map((page) => ['/v1/role-master', { page, size: 100, search: '' }]))
})
