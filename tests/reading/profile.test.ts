import { expect, test } from 'vitest'
import { profileColumn, summarizeProfile } from '../../src/reading/profile.ts'
import { fillChoices } from '../../schemas/dataset/reading.ts'

const summarize = (texts: readonly string[], choices = fillChoices()) => {
  const rows = texts.map((text, index) => ({ row: index + 2, cells: [text] }))
  return summarizeProfile(profileColumn(rows, { index: 0, heading: 'Minutes' }, choices), 'amount', true)
}

test('amounts that are not read yet have no smallest and largest, but a count', () => {
  const mixed = ['1,5', '2.5', '10,5', '10,5']
  expect(summarize(mixed)).toMatchObject({ smallest: '', largest: '', distinct: 3 })
  expect(summarize(['1,5', '10,5', '9,5'], fillChoices({ decimals: ',' }))).toMatchObject({
    smallest: '1.5',
    largest: '10.5',
    distinct: 3,
  })
})
