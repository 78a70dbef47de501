import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openLast, storeLast } from '../../src/workbook/package-parts.ts'

const unzip = (file: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(file)).map(([name, data]) => [name, strFromU8(data)]))

const texts = { 'a.xml': 'a'.repeat(500), 'xl/b.xml': 'é'.repeat(500), 'c.xml': '', 'd.xml': 'd'.repeat(99) }
const zip = (parts: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))

describe('the parts of a workbook', () => {
  test('can be moved to the end without compression', () => {
    const stored = storeLast(zip(texts), ['c.xml', 'xl/b.xml', 'missing'])
    expect(unzip(stored)).toEqual(texts)
    expect(Object.keys(unzip(stored))).toEqual(['a.xml', 'd.xml', 'c.xml', 'xl/b.xml'])
    expect(new TextDecoder().decode(stored)).toContain('é'.repeat(500))
    expect(new TextDecoder().decode(stored)).not.toContain('a'.repeat(500))
  })

  test('can be exchanged at the end, any number of times', () => {
    const stored = storeLast(zip(texts), ['c.xml', 'xl/b.xml'])
    const { texts: found, write } = openLast(stored, 2)
    expect(found).toEqual(['', texts['xl/b.xml']])
    expect(unzip(write(['one', 'longer than before']))).toEqual({
      ...texts,
      'c.xml': 'one',
      'xl/b.xml': 'longer than before',
    })
    expect(write(found)).toEqual(stored)
  })

  test('have the checksums that other readers verify (generated)', () => {
    const { write } = openLast(storeLast(zip({ part: 'x' }), ['part']), 1)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const clean = strFromU8(strToU8(text))
        expect(unzip(write([clean]))).toEqual({ part: clean })
      }),
      { numRuns: 50 },
    )
  })
})
