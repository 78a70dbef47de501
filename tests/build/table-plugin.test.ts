import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { removeFeatures, removeRenderer } from '../../src/build/table-plugin.ts'

const read = (file: string) => readFileSync(`node_modules/@tanstack/${file}`, 'utf8')
const features = read('table-core/dist/core/coreFeatures.js')
const useTable = read('react-table/dist/useTable.js')

test('leaves the models of columns and rows in the installed table library, and nothing of headers and cells', () => {
  const code = removeFeatures(features)
  expect(code.match(/core\w+Feature,/g)).toEqual([
    'coreColumnsFeature,',
    'coreRowModelsFeature,',
    'coreRowsFeature,',
  ])
  expect(code).not.toMatch(/coreHeadersFeature|coreCellsFeature/)
})

test('leaves no renderer of cells in the installed table library', () => {
  expect(useTable).toContain('FlexRender')
  expect(removeRenderer(useTable)).not.toContain('FlexRender')
})

test('fails for a library that is written in another way', () => {
  expect(() => removeFeatures('export const coreFeatures = {}')).toThrow('adapt src/build/table-plugin.ts')
})
