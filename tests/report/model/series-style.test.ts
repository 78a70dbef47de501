import { expect, test } from 'vitest'
import { createSeriesStyles, palette } from '../../../src/report/model/series-style.ts'

test('the palette has 25 colours and starts with those of the five operators (spec 9.7)', () => {
  expect(palette).toHaveLength(25)
  expect(palette.slice(0, 5)).toEqual(['#8884d8', '#82ca9d', '#ffc658', '#ff7300', '#8dd1e1'])
  expect(new Set(palette).size).toBe(25)
})

const listStyles = (colors: readonly (string | null)[]) => {
  const getStyle = createSeriesStyles()
  return colors.map((color, index) => getStyle(index, color))
}

test('no two of 125 series have the same colour and the same dashes', () => {
  const looks = listStyles(Array.from({ length: 125 }, () => null)).map(
    ({ color, dash }) => `${color} ${dash.join()}`,
  )
  expect(new Set(looks).size).toBe(125)
})

test('series whose colour the definition fixes have different dashes, as long as there are some', () => {
  const fixed = listStyles([
    '#8884d8',
    null,
    null,
    null,
    null,
    '#8884d8',
    '#8884d8',
    '#8884d8',
    '#8884d8',
    '#8884d8',
  ])
  const dashes = fixed.filter(({ color }) => color === '#8884d8').map(({ dash }) => dash.join())
  expect(dashes.slice(0, 5)).toEqual(['', '7,3', '2,3', '9,3,2,3', '12,4'])
  expect(dashes[5]).toBe('12,4')
})
