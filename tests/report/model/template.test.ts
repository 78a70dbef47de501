import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  renderUrl,
  renderTemplate,
  getPlaceholders,
  parseRequestUrl,
} from '../../../src/report/model/template.ts'

const values = new Map([
  ['month', '3'],
  ['type', 'MNO_TO_ROUTELINK'],
  ['name', '{month}'],
  ['date', '2025-03-07'],
])

describe('templates', () => {
  test.each([
    ['{month:2}', '03'],
    ['{type:lower}_{month}', 'mno_to_routelink_3'],
    ['{unknown} stays', '{unknown} stays'],
    ['{name}', '{month}'],
    ['{date:year}/{date:month}/{date:day}', '2025/03/07'],
  ])('format %s as %s', (template, text) => expect(renderTemplate(template, values)).toBe(text))

  test('consist of placeholders', () => {
    expect(getPlaceholders('{a} {b:2}')).toEqual([
      { name: 'a', filter: null },
      { name: 'b', filter: '2' },
    ])
  })

  test('encode each value of a list, and keep the commas between them', () => {
    const values = new Map([
      ['a', 'N/E,S'],
      ['b', 'N,S'],
    ])
    expect(renderUrl('/v1/{a}/{b}', values, new Set(['a']))).toBe('/v1/N%2FE,S/N%2CS')
  })

  test('encode a value as one path segment, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        fc.pre(!/\p{Surrogate}/u.test(value))
        const { path, query } = parseRequestUrl(renderUrl('/v1/a/{x}?y={x}', new Map([['x', value]])))
        expect(path.split('/')).toHaveLength(4)
        expect(decodeURIComponent(path.slice('/v1/a/'.length))).toBe(value)
        expect(query).toEqual({ y: value })
      }),
    )
  })
})
