import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createOtherPortal } from '../../support/other-definitions.ts'
import { clearRecords, put } from '../../support/run-data.ts'

const traffic = {
  id: 'carrier-traffic',
  time: { kind: 'month' },
  dimensions: [{ field: 'carrier' }, { field: 'destination' }],
  measures: [{ field: 'minutes' }, { field: 'calls', decimals: 0 }],
}

const portal = await createOtherPortal()
portal.define(traffic)
beforeEach(() => clearRecords(portal.engine))

const bring = (content: string, ...options: readonly string[]) =>
  portal.run('import', 'carrier-traffic', put(portal.folder, 'file.csv', content), ...options)
const head = 'Year,Month,Carrier,Destination,Minutes,Calls\n'
const stored = () => {
  const records = portal.engine.database.selectFrom('dataset_records').orderBy('key').orderBy('id')
  return records.select(['d1', 'd2', 'd3', 'key', 'measures']).execute()
}

test('a file with names that no definition has is imported, with the names in columns', async () => {
  const ran = await bring(`${head}2025,3,"A & B,  Ltd. ",50% / Ghäna,1.5,2\n2025,4,0071,Togo,3,4\n`)
  expect(ran).toMatchObject({ code: 0 })
  expect(await stored()).toEqual([
    { d1: 'A & B, Ltd.', d2: '50% / Ghäna', d3: '', key: '2025-03', measures: '{"minutes":1.5,"calls":2}' },
    { d1: '0071', d2: 'Togo', d3: '', key: '2025-04', measures: '{"minutes":3,"calls":4}' },
  ])
  // Records are known by time and names: the same file changes nothing.
  expect((await bring(`${head}2025,4,0071,Togo,3,4\n`)).out).toContain('1 unchanged')
  expect((await bring(`${head}2025,4,0071,Togo,3,5\n`)).out).toContain('is stored with 4')
})

test.each([
  ['2025,3,,Togo,1,1', 'is empty; write the name in each row'],
  [`2025,3,${'x'.repeat(201)},Togo,1,1`, 'has 201 characters; a text has at most 200'],
  ['2025,3,1.2E+11,Togo,1,1', 'is a number whose last digits are lost'],
  ['2025,3,#REF!,Togo,1,1', 'row 2, column "Carrier" (C): #REF! is an error of a formula'],
  ['2025,3,A,Togo,1,1\n2025,3,A,Togo,2,1', 'already appears in row 2'],
  ['2025,3,Airtel,Togo,1,1\n2025,4,AIRTEL,Togo,2,1', 'with other capitals'],
  ['2025,3,A-B,Togo,1,1\n2025,4,A\u2011B,Togo,2,1', 'in row 2 with another hyphen or apostrophe'],
  ['2025,3,A – B,Togo,1,1\n2025,4,A - b,Togo,2,1', 'in row 2 with another hyphen or apostrophe'],
])('a row without a name of its own is refused: %j', async (rows, message) => {
  const ran = await bring(`${head}${rows}\n`)
  expect(ran.code).toBe(1)
  expect(ran.out).toContain(message)
  expect(await stored()).toEqual([])
})

test('capitals that differ from a stored name are asked about, unless they differ on purpose', async () => {
  await bring(`${head}2025,3,Airtel,Togo,1,1\n`)
  const other = `${head}2025,3,AIRTEL,Togo,2,1\n`
  expect((await bring(other)).out).toContain("row 2: 'AIRTEL' is stored as 'Airtel'; write it alike")
  expect(await bring(other, '--read', 'capitals=differ')).toMatchObject({ code: 0 })
})

test('capitals that differ from a name of another month are asked about, or are the stored name', async () => {
  await bring(`${head}2025,3,Airtel,Togo,1,1\n`)
  const other = `${head}2025,4,AIRTEL,Togo,2,1\n`
  const asked = "row 2: 'AIRTEL' is stored as 'Airtel'; write it alike, or choose --read capitals=same"
  expect((await bring(other)).out).toContain(asked)
  const replacing = await bring(other, '--replace', '2025-04')
  expect(replacing.out).toContain(asked)
  // The option would not overwrite a name.
  expect(replacing.err).toBe('')
  expect(await bring(other, '--read', 'capitals=same')).toMatchObject({ code: 0 })
  expect((await stored()).map(({ d1, key }) => `${d1} ${key}`)).toEqual(['Airtel 2025-03', 'Airtel 2025-04'])
  // A month that is replaced has the names of its new file.
  await clearRecords(portal.engine)
  await bring(`${head}2025,3,Airtel,Togo,1,1\n`)
  const renamed = await bring(`${head}2025,3,AIRTEL,Togo,1,1\n`, '--replace', '2025-03')
  expect(renamed.out).toContain('1 added')
})

test.each([
  ['A-B', 'A\u2010B'],
  ['A-B', 'A\u2012B'],
  ["Côte d'Ivoire", 'Côte d’Ivoire'],
])(
  'the hyphens and apostrophes of %s and %s are asked about, or are one name',
  async (storedName, written) => {
    await bring(`${head}2025,3,${storedName},Togo,1,1\n`)
    const other = `${head}2025,4,${written},Togo,2,1\n`
    expect((await bring(other)).out).toContain(
      `row 2: '${written}' is stored as '${storedName}' with another hyphen or apostrophe; write it alike`,
    )
    expect(await bring(other, '--read', 'capitals=same')).toMatchObject({ code: 0 })
    expect((await stored()).map(({ d1 }) => d1)).toEqual([storedName, storedName])
  },
)

test('a replaced month loses the names that the file does not have, and an option limits an export', async () => {
  await bring(`${head}2025,3,A,Togo,1,1\n2025,3,B,Togo,2,1\n2025,4,B,Togo,3,1\n`)
  const ran = await bring(`${head}2025,3,B,Togo,5,1\n`, '--replace', '2025-03')
  expect(ran.out).toContain('1 replaced')
  expect((await stored()).map(({ d1, key }) => `${d1} ${key}`)).toEqual(['B 2025-03', 'B 2025-04'])
  const path = join(portal.folder, 'of-b.csv')
  await bring(`${head}2025,3,A,Togo,1,1\n`)
  expect(await portal.run('export', 'carrier-traffic', path, '--carrier', 'A')).toMatchObject({ code: 0 })
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(2)
})

const rates = {
  id: 'carrier-rates',
  time: { kind: 'date', inForce: true },
  dimensions: [{ field: 'carrier' }],
  measures: [{ field: 'rate', label: 'Rate' }],
}
const other = await createOtherPortal()
other.define(rates)
beforeEach(() => clearRecords(other.engine))
const bringRates = (...rows: readonly string[]) => {
  const path = put(other.folder, 'rates.csv', `Date,Carrier,Rate\n${rows.join('\n')}\n`)
  return other.run('import', 'carrier-rates', path)
}

test('no sum is looked for in a table of rates in force', async () => {
  const ran = await bringRates('2025-01-01,A,2', '2025-01-01,B,3', '2025-01-01,C,1', '2025-01-01,D,6')
  expect(ran.out).toContain('4 rows read: 4 added')
})

test.each([
  ['small amounts that are no sum', '2025,3,D,Togo,0.004,0.004', ['0.002', '0.003', '0.001']],
  ['names that other rows have as well', '2025,4,A,Togo,6,6', ['2', '3', '1']],
])('a last row of %s is a record', async (_, last, amounts) => {
  const rows = amounts.map((amount, index) => `2025,3,${'ABC'[index]},Togo,${amount},${Number(amount)}`)
  const table = { ...traffic, measures: [{ field: 'minutes' }, { field: 'calls' }] }
  portal.define(table)
  const ran = await bring(`${head}${rows.join('\n')}\n${last}\n`)
  portal.define(traffic)
  expect(ran.out).toContain('4 rows read: 4 added')
})

test('a last row of a new name with the sums of all rows is asked about, and left out if so chosen', async () => {
  const file = `${head}2025,3,A,Togo,2,2\n2025,3,B,Togo,3,3\n2025,3,C,Togo,1,1\n2025,3,Toutes,Togo,6,6\n`
  expect((await bring(file)).out).toContain('whose amounts are the sums of the rows above,')
  const ran = await bring(file, '--read', 'totals=leave-out')
  expect(ran.out).toMatch(/a total is left out: '.*Toutes, Togo' in row 5/)
  expect(ran.out).toContain('3 rows read: 3 added')
})

test('a file whose total is not the sum of its rows is refused, unless its total is left out by choice', async () => {
  const file = `${head}2025,3,A,Togo,2,2\n2025,3,B,Togo,3,3\nTotal,,,,60,70\n`
  const found = `'Total' is 60 in column "Minutes", but the rows add up to 5: the file may be cut or contain rows twice`
  const refused = await bring(file)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.out).toContain(
    `row 4, column "Year" (A): ${found}; correct it, or choose --read totals=leave-out`,
  )
  expect(await stored()).toEqual([])
  const ran = await bring(file, '--read', 'totals=leave-out')
  expect(ran.out).toContain(`note: row 4: ${found}`)
  expect(ran.out).toContain('2 rows read: 2 added')
})

test('rows that are added up to fewer records, and blank amounts, are said', async () => {
  const file = `${head}2025,3,A,Togo,2,-\n2025,3,A,Togo,3,3\n2025,3,C,Togo,NA,\n`
  const ran = await bring(file, '--read', 'repeated=add', '--read', 'blank=-,NA')
  expect(ran.out.split('\n')).toEqual([
    'note: Minutes is blank in 1 of 3 rows (row 4)',
    'note: Calls is blank in 2 of 3 rows (rows 2, 4)',
    'note: row 3 added to earlier rows of the same record',
    expect.stringContaining('carrier-traffic: 3 rows read, 2 records: 2 added'),
  ])
  const imports = await portal.engine.database.selectFrom('imports').select('rows').execute()
  expect(imports.at(-1)).toEqual({ rows: 3 })
})

test('`data check` knows open names, and finds those that are not written in one way', async () => {
  await bring(`${head}2025,3,A,Togo,1,1\n`)
  expect((await portal.run('check')).out).toContain('1 records: 0 errors, 0 warnings')
  await portal.engine.database.updateTable('dataset_records').set({ scope: 'A  B/Togo' }).execute()
  expect((await portal.run('check')).out).toContain("'A  B' is not one line of 1 to 200 characters")
})

test('a long file of open names is written in parts, replaced in parts and undone as a whole', async () => {
  const build = (calls: number) =>
    Array.from({ length: 10_500 }, (_, row) => `2025,${1 + (row % 3)},Carrier ${row},Togo,1,${calls}\n`).join(
      '',
    )
  expect((await bring(head + build(1))).out).toContain('10,500 added')
  const before = await stored()
  const second = build(2).split('\n').slice(1).join('\n')
  const replaced = await bring(head + second, '--replace', '2025')
  expect(replaced.out).toContain('0 added, 0 unchanged, 10,499 replaced, 1 removed')
  const changes = portal.engine.database.selectFrom('import_changes').orderBy('import_id', 'desc')
  const parts = await changes.orderBy('part').select(['import_id', 'part', 'written']).execute()
  const last = parts.filter(({ import_id }) => import_id === parts[0]?.import_id)
  const sizes = last.map(({ written }) => (JSON.parse(written) as number[]).length)
  const full = (count: number) => Array.from({ length: count }, () => 500)
  // Two months are read and written together, then the third.
  expect(sizes).toEqual([0, ...full(13), 499, ...full(7)])
  expect(await portal.run('undo', String(parts[0]?.import_id))).toMatchObject({ code: 0 })
  expect(await stored()).toEqual(before)
})
