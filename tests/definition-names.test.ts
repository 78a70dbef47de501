import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { loadShippedDatasets, shippedReports } from './support/shipped-reports.ts'

/*
 * What is stored, served and shown is written in definitions alone: no code may name it. The names are those of the
 * shipped definitions: examples in schemas may use the words of a report that an author adds. A word that means
 * something in plain English as well, such as `total` or `date`, is none.
 */

/** Words in small letters with a blank between them, however a text joins them: `MonthlyReports`, `monthly_reports`. */
function plain(text: string): string {
  const words = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.replaceAll(/[^a-z0-9]+/g, ' ').trim()
}

const Data = z.looseObject({ url: z.string(), listPaths: z.record(z.string(), z.string()).default({}) })

const Report = z.looseObject({
  id: z.string(),
  path: z.string(),
  title: z.string().default(''),
  menu: z.looseObject({ label: z.string() }),
  data: Data.optional(),
  tabs: z.looseObject({ items: z.array(z.looseObject({ data: Data.optional() })).default([]) }).optional(),
})

const datasets = loadShippedDatasets()
const reports = shippedReports.map((path) => Report.parse(JSON.parse(readFileSync(path, 'utf8'))))

/** Lists the calls of a report: its own, and those of its tabs. */
const listCalls = ({ data, tabs }: z.infer<typeof Report>) =>
  [data, ...(tabs?.items ?? []).map((tab) => tab.data)].flatMap((call) => call ?? [])

/** The part of a call that no other call has: `monthly-reports` of `/v1/monthly-reports/{year}/{type}`. */
const subjectOf = (url: string): string => url.split(/[/?]/)[2] ?? ''

/** Names of several words, which are nobody else's. */
function phrases(): string[] {
  const ofDatasets = datasets.flatMap(({ id, title, measures, dimensions, endpoints, demo }) => [
    id,
    title,
    // What a sum is called is called so everywhere.
    ...measures.filter(({ sum }) => sum === null).flatMap(({ field, label }) => [field, label]),
    ...dimensions.flatMap(({ values, paths }) => [...(values ?? []), ...Object.values(paths ?? {})]),
    ...Object.values(endpoints).map((endpoint) => subjectOf(endpoint?.url ?? '')),
    ...(demo === null || 'average' in demo ? [] : Object.keys(demo.names)),
  ])
  const ofReports = reports.flatMap((report) => [
    report.id,
    report.path.split('/').at(-1) ?? '',
    report.menu.label,
    ...listCalls(report).map(({ url }) => subjectOf(url)),
    // What stands before a placeholder.
    report.title.split(/[ -]*\{/)[0] ?? '',
  ])
  return [...ofDatasets, ...ofReports].map(plain).filter((name) => name.includes(' '))
}

/** Single words that only a definition would use: operators, ends of directions, lists of names. */
function words(): string[] {
  const operators = datasets.flatMap(({ measures }) =>
    measures.filter(({ sum }) => sum === null).flatMap(({ label }) => label.split(' → ')),
  )
  const ends = datasets.flatMap(({ dimensions }) =>
    dimensions.flatMap(({ values }) => (values ?? []).flatMap((value) => value.split('_TO_'))),
  )
  const lists = [
    ...datasets.flatMap(({ group }) => (group?.kind === 'list' ? [group.list] : [])),
    ...reports.flatMap(listCalls).flatMap(({ listPaths }) => Object.keys(listPaths)),
  ]
  const found = [...operators, ...ends, ...lists, ...lists.map((name) => name.replace(/s$/, ''))]
  return found.flatMap((name) => [plain(name), name.toLowerCase()])
}

const forbidden = [...new Set([...phrases(), ...words()])].filter((name) => name !== '')

/** Which of the names a text has, as whole words. */
function namesIn(text: string): string[] {
  const searched = ` ${plain(text)} `
  return forbidden.filter((name) => searched.includes(` ${name} `))
}

const files = ['schemas', 'src'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    // Generated from the schemas.
    .filter((file) => !file.endsWith('.schema.json')),
)

describe('nothing in src names what the definitions name', () => {
  test('the names come from the definitions', () => {
    for (const name of ['airtel', '9 mobile', '9mobile', 'glo', 'routelink', 'carriers', 'carrier']) {
      expect(forbidden).toContain(name)
    }
    for (const name of ['monthly reports', 'mno to routelink', 'ida to routelink', 'atlantic voice']) {
      expect(forbidden).toContain(name)
    }
    for (const name of ['total', 'date', 'type', 'direction', 'month']) expect(forbidden).not.toContain(name)
  })

  test.each([
    ["client.get('/v1/monthly-reports/' + year)", 'monthly reports'],
    ['const { airtelToMtn } = record', 'airtel'],
    ["if (type === 'MNO_TO_ROUTELINK') {", 'mno to routelink'],
    ['nineMobileDailyAvg', 'nine mobile daily avg'],
    ['// one column for each carrier', 'carrier'],
    ["'9Mobile'", '9 mobile'],
  ])('%s is found', (text, name) => {
    expect(namesIn(text)).toContain(name)
  })

  test('words that contain a name are none', () => {
    expect(namesIn('globalThis, validated, carriersOnly2, glossary')).toEqual(['carriers'])
  })

  test('no file does', () => {
    const found = files
      .map((file) => ({ file, names: namesIn(readFileSync(file, 'utf8')) }))
      .filter(({ names }) => names.length > 0)
    expect(found).toEqual([])
  })
})
