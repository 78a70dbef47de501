import { expect, test } from 'vitest'
import { fillChoices } from '../../../../schemas/dataset/reading.ts'
import { formatOptions, parseChoices } from '../../../../src/server/data/imports/import-options.ts'

test('the options of an import are formatted as a command line writes them', () => {
  const read = [
    'dates=DD/MM/YYYY',
    'decimals=comma',
    'totals=leave-out',
    'blank=NA,-',
    'headings=Day: of call:day',
    'durations=hours',
  ]
  const written = read.map((choice) => `--read ${choice}`)
  const chosen = Object.entries(parseChoices(read)).filter(([, choice]) => choice !== null)
  const options = {
    values: { type: 'MNO_TO_ROUTELINK' },
    period: '2025',
    sheet: null,
    replaced: '',
    read: Object.fromEntries(chosen),
  }
  const others = ['--type MNO_TO_ROUTELINK', '--period 2025', '--replace all']
  expect(formatOptions(options).toSorted()).toEqual([...others, ...written].toSorted())
})

test('a unit that the dataset remembers is formatted with its measure', () => {
  const remembered = parseChoices(['percents=parts'], fillChoices({ percents: { asr: 'points' } }))
  expect(formatOptions({ read: { percents: remembered.percents } })).toEqual([
    '--read percents=asr:points',
    '--read percents=parts',
  ])
})

test('an import without options has no choices', () => {
  expect(formatOptions({})).toEqual([])
})
