import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editParts, storeParts } from '../../src/workbook/package-parts.ts'

const unzip = (file: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(file)).map(([name, data]) => [name, strFromU8(data)]))

describe('the parts of a workbook', () => {
  test('are the same with and without compression', async () => {
    const texts = { 'a.xml': 'a'.repeat(500), 'xl/b.xml': 'é'.repeat(500), empty: '' }
    const file = zipSync(
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])),
    )
    const stored = await storeParts(file, ['xl/b.xml', 'missing'])
    expect(unzip(stored)).toEqual(texts)
    expect(stored.length).toBeGreaterThan(file.length)
    expect(new TextDecoder().decode(stored)).toContain('é'.repeat(500))
    expect(new TextDecoder().decode(stored)).not.toContain('a'.repeat(500))
  })

  test('can be edited: their text is known if it is not compressed', () => {
    const file = zipSync({ a: [strToU8('one'), { level: 0 }], b: [strToU8('x'.repeat(99)), { level: 9 }] })
    const seen: unknown[] = []
    const edited = editParts(file, (name, text) => {
      seen.push([name, text])
      return name === 'a' ? 'changed' : null
    })
    expect(seen).toEqual([['a', 'one'], ['b', null]]) // prettier-ignore
    expect(unzip(edited)).toEqual({ a: 'changed', b: 'x'.repeat(99) })
  })

  test('have the checksums that other readers verify (generated)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const clean = strFromU8(strToU8(text))
        const edited = editParts(zipSync({ part: strToU8('x') }), () => clean)
        expect(unzip(edited)).toEqual({ part: clean })
      }),
      { numRuns: 50 },
    )
  })

  test('are not found in something else', () => {
    expect(() => editParts(new Uint8Array(10), () => null)).toThrow('not a zip file')
    expect(() => editParts(new Uint8Array(100), () => null)).toThrow('not a zip file')
  })
})
