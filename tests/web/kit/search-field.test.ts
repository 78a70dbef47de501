import { expect, test } from 'vitest'
import { findByName } from '../../../src/web/kit/search-field.tsx'

const names = ['Airtel → MTN', '9Mobile → GLO', 'Télécom Égypte', 'MTN → Airtel', '移动 Mobile']
const find = (term: string) => findByName(names, (name) => name, term)

test.each([
  ['', names],
  ['   ', names],
  ['mtn', ['Airtel → MTN', 'MTN → Airtel']],
  ['mtn air', ['Airtel → MTN', 'MTN → Airtel']],
  ['MOBILE', ['9Mobile → GLO', '移动 Mobile']],
  ['telecom egypte', ['Télécom Égypte']],
  ['移动', ['移动 Mobile']],
  ['.*', []],
])('the names that contain every word of %j', (term, found) => {
  expect(find(term)).toEqual(found)
})
