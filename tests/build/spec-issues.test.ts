import { expect, test } from 'vitest'
import { findSpecIssues } from '../../src/build/spec-issues.ts'
import { formatPath } from '../../src/diagnostics/diagnostic.ts'

const x = { field: 'week', type: 'ordinal' }
const y = { field: 'value', type: 'quantitative' }
const bars = { mark: 'bar', encoding: { x, y } }
const encode = (more: object) => ({ mark: 'bar', encoding: { x, y, ...more } })

const list = (spec: Readonly<Record<string, unknown>>) =>
  findSpecIssues(spec).map(({ path, message, rule }) => `${formatPath(path)}: ${message} [${rule}]`)

test.each([
  [
    'a key of a channel',
    encode({ x: { feild: 'week', type: 'ordinal' } }),
    "encoding.x.feild: unknown key 'feild'; known are aggregate, axis, bandPosition, bin, field, impute, scale, sort, stack, timeUnit, title, type, datum, value; did you mean 'field'? [schema-key]",
  ],
  [
    'a type of values',
    encode({ y: { ...y, type: 'quantitive' } }),
    "encoding.y.type: unknown value 'quantitive'; known are quantitative, ordinal, temporal, nominal, geojson; did you mean 'quantitative'? [schema-value]",
  ],
  [
    'a channel',
    encode({ colour: { field: 'series' } }),
    "encoding.colour: unknown key 'colour'; did you mean 'color'? [schema-key]",
  ],
  [
    'a mark',
    { ...bars, mark: 'bra' },
    "mark: unknown value 'bra'; known are boxplot, errorbar, errorband, arc, area, bar, image, line, point, rect, rule, text, tick, trail, circle, square, geoshape; did you mean 'bar'? [schema-value]",
  ],
  [
    'a key of a mark in a layer',
    { layer: [bars, { ...bars, mark: { type: 'line', strokewidth: 2 } }] },
    "layer[1].mark.strokewidth: unknown key 'strokewidth'; did you mean 'strokeWidth'? [schema-key]",
  ],
  [
    'a transform',
    { ...bars, transform: [{ calcluate: 'datum.value * 2', as: 'twice' }] },
    "transform[0].calcluate: unknown key 'calcluate'; did you mean 'calculate'? [schema-key]",
  ],
  [
    'a key of a view',
    { mark: 'bar', encodng: { x, y } },
    "encodng: unknown key 'encodng'; did you mean 'encoding'? [schema-key]",
  ],
  [
    'the kind of a value',
    encode({ x: { ...x, axis: { labels: 'no' } } }),
    'encoding.x.axis.labels: found "no"; expected boolean [schema-type]',
  ],
])('names %s that Vega-Lite does not have, where it is', (_, spec, message) => {
  expect(list(spec)).toEqual([expect.stringContaining(message)])
})

test('compiles what fits the schema', () => {
  const broken = encode({ x: { ...x, axis: { labelExpr: 'datum.(' } } })
  expect(list(broken)).toEqual([expect.stringContaining('Expression parse error: (datum.() [spec-compile]')])
  const withParameter = { ...bars, params: [{ name: 'limit', value: 5 }] }
  expect([...list(bars), ...list(withParameter)]).toEqual([])
})
