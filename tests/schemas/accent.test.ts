import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeContrast,
  deriveAccentColours,
  explainPaleAccent,
  grounds,
  isColour,
  MIN_CONTRAST,
} from '../../schemas/accent.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#0000ff', '#ffffff', 8.59],
])('the contrast of %s and %s is %d:1, as WCAG 2 computes it', (one, other, contrast) => {
  expect(computeContrast(one, other)).toBeCloseTo(contrast, 2)
  expect(computeContrast(other, one)).toBeCloseTo(contrast, 2)
})

test.each(['#0d6660', '#ABCDEF'])('%s is a colour', (text) => expect(isColour(text)).toBe(true))
test.each(['', 'red', '#fff', '#0d66600', '0d6660', '#0d666g', '#0d6660;}'])('%j is no colour', (text) =>
  expect(isColour(text)).toBe(false),
)

test('the grounds are those of the styles', () => {
  const styles = readFileSync('src/web/app/styles.css', 'utf8')
  const read = (name: string, theme: 1 | 2) =>
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(styles)?.[theme]
  const names = ['ground', 'surface', 'raised', 'sunken']
  expect(new Set(grounds.light)).toEqual(new Set(names.map((name) => read(name, 1))))
  expect(new Set(grounds.dark)).toEqual(new Set(names.map((name) => read(name, 2))))
})

describe('an accent colour (spec 1.3)', () => {
  test('that is too pale is refused with its contrast, the ground and a darker colour', () => {
    expect(explainPaleAccent('#ffcc00')).toBe(
      '#ffcc00 has a contrast of 1.51:1 on the ground #ffffff of the light theme, and WCAG AA requires 4.5:1; choose a darker colour, such as #856a00',
    )
    expect(explainPaleAccent('#747474')).toContain('on the ground #f6f7f8 of the light theme')
    expect(explainPaleAccent('#0d6660')).toBeNull()
  })

  test('has enough contrast in both themes, or is refused with a colour that has', () => {
    fc.assert(
      fc.property(colour, (text) => {
        const reason = explainPaleAccent(text)
        const accepted = reason === null ? text : (/such as (#\w{6})$/.exec(reason)?.[1] ?? '')
        expect(explainPaleAccent(accepted)).toBeNull()
        const { light, dark } = deriveAccentColours(accepted)
        const pairs = [
          ...grounds.light.map((ground) => [light.accent, ground] as const),
          ...grounds.dark.map((ground) => [dark.accent, ground] as const),
          ...[light, dark].flatMap(({ accent, hover, on }) => [[on, accent] as const, [on, hover] as const]),
          // The texts on a tinted ground.
          ['#14191d', light.tint] as const,
          ['#48525b', light.tint] as const,
          ['#e9edf0', dark.tint] as const,
          ['#b0b9c1', dark.tint] as const,
        ]
        const pale = pairs.filter(([one, other]) => computeContrast(one, other) < MIN_CONTRAST)
        expect(pale).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
