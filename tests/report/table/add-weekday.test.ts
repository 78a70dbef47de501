import { expect, test } from 'vitest'
import { addWeekday } from '../../../src/report/table/add-weekday.ts'

const calendar = { title: 'Nigeria', weekend: [], until: '2026', holidays: { '2025-03-31': 'Eid-el-Fitr' } }
const row = { key: '2025-03-31', isRest: false }

test.each([
  ['M/D/YYYY', '3/31/2025', '3/31/2025 Mon, Eid-el-Fitr'],
  ['YYYY-MM-DD', '2025-03-31', '2025-03-31 Mon, Eid-el-Fitr'],
  ['M/D/YYYY ddd', '3/31/2025 Mon', '3/31/2025 Mon, Eid-el-Fitr'],
] as const)('a date as %s has its weekday once, and its holiday', (keyFormat, label, text) => {
  const table = { keyKind: 'date', keyFormat, calendar } as const
  expect(addWeekday(table, { ...row, label })).toBe(text)
  expect(addWeekday(table, { ...row, label, isRest: true })).toBe(label)
})
