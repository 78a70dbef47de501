import { expect, test } from 'vitest'
import { palette } from '../../../src/report/table/series-style.ts'

const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

/** OKLab (Ottosson 2020), in which equal distances look equal. A distance of 0.02 can just be told. */
function oklab(color: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const distance = (a: string, b: string) => {
  const [first, second] = [oklab(a), oklab(b)]
  return Math.hypot(...first.map((part, index) => part - (second[index] ?? 0)))
}

test('the palette has 25 colours and starts with those of the five operators (spec 9.7)', () => {
  expect(palette).toHaveLength(25)
  expect(palette.slice(0, 5)).toEqual(['#8884d8', '#82ca9d', '#ffc658', '#ff7300', '#8dd1e1'])
  expect(new Set(palette).size).toBe(25)
})

test('neighbouring colours differ clearly, also the last and the first', () => {
  for (const [index, color] of palette.entries()) {
    expect(distance(color, palette[(index + 1) % 25] ?? color)).toBeGreaterThan(0.15)
  }
})

test('any two colours can be distinguished', () => {
  for (const [index, color] of palette.entries()) {
    for (const other of palette.slice(index + 1)) expect(distance(color, other)).toBeGreaterThan(0.08)
  }
})
