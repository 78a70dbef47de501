import { expect, test } from 'vitest'
import { insertImport } from '../../../../src/server/data/imports/stored-imports.ts'
import { readCoverage } from '../../../../src/server/data/reports/coverage.ts'
import { noSources } from '../../../../src/server/data/sources/sources.ts'
import { openAsked } from '../../../support/asked-tables.ts'
import { compileQuestion, compileSources, definitions } from '../../../support/questions.ts'

const [calls] = definitions
const sources = compileSources([calls, { ...calls, id: 'partner' }])
const asked = await openAsked(sources)

test.each([
  ['source', '2025-03-02', 'calls.csv'],
  ['all', '2025-12-31', 'partner.csv'],
])('joined records of rows "%s" count for the last day only if they are rows', async (rows, upTo, file) => {
  const data = { dataset: 'calls', with: { partner: { dataset: 'partner', rows } } }
  const { plan, dataset } = compileQuestion(
    { data, columns: ['minutes', { id: 'theirs', value: 'sum(partner.minutes)' }] },
    sources,
  )
  for (const [id, key] of [
    ['calls', '2025-03-02'],
    ['partner', '2025-12-31'],
  ] as const) {
    await asked.store(id, [{ key, values: ['IN', 'WEST'], measures: { minutes: 1 } }])
    const written = { hash: '', rows: 1, options: {}, author: 'carla', at: '2025-04-01T08:00:00.000Z' }
    await insertImport(asked.database, { ...written, dataset: id, file: `${id}.csv` })
  }
  const store = { db: asked.database, reads: noSources }
  const coverage = await readCoverage(store, { plan, permission: 99, datasets: [dataset] })
  expect(coverage).toMatchObject({ upTo, imported: { file } })
})
