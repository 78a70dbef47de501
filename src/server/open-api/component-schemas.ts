import { z } from 'zod'
import { ErrorAnswer } from '../../../schemas/answer.ts'
import { DailyRecord } from '../../../schemas/daily-record.ts'
import { InternationalExchangeRecord } from '../../../schemas/international-exchange.ts'
import { InternationalRow } from '../../../schemas/international-minutes.ts'
import { LocalExchangeRecord } from '../../../schemas/local-exchange.ts'
import { MenuItem, Right } from '../../../schemas/menu-item.ts'
import { MenuTreeNode } from '../../../schemas/menu-tree.ts'
import { MonthlyRecord } from '../../../schemas/monthly-record.ts'
import { Role } from '../../../schemas/role.ts'
import { SystemUser } from '../../../schemas/system-user.ts'

/** The schemas that the document names, with what their own form cannot say. */
export const componentSchemas = z.registry<{ readonly id: string; readonly [keyword: string]: unknown }>()

const named = {
  ErrorAnswer,
  DailyRecord,
  InternationalExchangeRecord,
  LocalExchangeRecord,
  MenuItem,
  MenuTreeNode,
  MonthlyRecord,
  Right,
  Role,
  SystemUser,
}
for (const [id, schema] of Object.entries(named)) componentSchemas.add(schema, { id })
componentSchemas.add(InternationalRow, {
  id: 'InternationalRow',
  type: 'object',
  required: ['reportDate'],
  properties: { reportDate: { type: 'string' } },
  additionalProperties: { type: 'number' },
})
