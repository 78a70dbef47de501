import { beforeEach, describe, expect, test } from 'vitest'
import { createDrafts } from '../../support/draft-file.ts'
import { createEmptyFolder } from '../../support/folder.ts'
import { put } from '../../support/run-data.ts'
import { reports } from '../../support/terminal.ts'

const folder = createEmptyFolder()
const drafts = createDrafts(folder)
const { clear, read: written } = drafts
beforeEach(clear)

const draft = (text: string, ...options: readonly string[]) =>
  drafts.draft(put(folder, 'table.csv', text), ...options)

describe('columns of a draft that are no plain amounts', () => {
  const accounts = ['Jan-25', 'Feb-25', 'Mar-25'].flatMap((month, index) => [
    `${month};Airtone;${1000 + index}.50;${1400 + index}.75`,
    `${month};Baobab;${700 + index};500`,
  ])
  const withBalance = (change: number) =>
    accounts.map((line, index) => {
      const [, , invoiced, paid] = line.split(';').map(Number)
      return `${line};${((invoiced ?? 0) - (paid ?? 0) + index * change).toFixed(2)}\n`
    })
  const balances = (change: number) => `Month;Partner;Invoiced;Paid;Balance\n${withBalance(change).join('')}`

  test('months are the rows below a year alone, and a balance is the difference of two columns', async () => {
    const { out } = await draft(balances(0))
    expect(out).toContain('"Balance" is "Invoiced" minus "Paid"; the report computes it')
    expect(out).toMatch(/^Balance +difference /m)
    expect(written('reports')).toMatchObject({
      selectors: [{ kind: 'year' }, { dimension: 'partner' }],
      rows: { by: ['month'] },
    })
    expect(written('reports')['columns']).toEqual([
      { field: 'invoiced', label: 'Invoiced' },
      { field: 'paid', label: 'Paid' },
      { value: 'invoiced - paid', id: 'balance', label: 'Balance' },
    ])
    expect(written('datasets')).toMatchObject({ measures: [{ field: 'invoiced' }, { field: 'paid' }] })
  })

  test('a rate that the file does not have is named, with the columns of numbers', async () => {
    const { code, out } = await draft(balances(0), '--total', 'Rate=Paid/Invoiced')
    expect(code).toBe(1)
    expect(out).toContain(
      "--total Rate=Paid/Invoiced: the file has no column of numbers 'Rate'; it has 'Invoiced', 'Paid', 'Balance'",
    )
  })

  test('a balance that is no difference is a mean, of which the profile is unsure', async () => {
    const { out } = await draft(balances(1))
    expect(out).toMatch(/^Balance +mean, unsure /m)
    expect(written('reports')['columns']).toContainEqual({
      id: 'balance',
      label: 'Balance',
      value: 'mean(balance)',
      role: 'series',
    })
  })

  test.each(['Since', 'Founded', 'Launch Year', 'YearFounded'])(
    'years below %s are names, with a word, and never added up',
    async (heading) => {
      const names = Array.from(
        { length: 12 },
        (_, index) => `${2001 + index},Carrier ${index},${index * 7}\n`,
      )
      const { out } = await draft(`${heading},Carrier,Minutes\n${names.join('')}`)
      expect(out).toContain(`"${heading}" has years, which are not added up`)
      expect(written('reports')).toMatchObject({ rows: { by: ['carrier'] } })
      expect(written('datasets')['measures']).toEqual([{ field: 'minutes', label: 'Minutes' }])
    },
  )

  test('numbers like years below another heading are amounts', async () => {
    await draft('Day,Calls,Minutes since Midnight\n2025-03-01,2001,2002\n')
    expect(written('datasets')).toMatchObject({
      measures: [{ field: 'calls' }, { field: 'minutesSinceMidnight' }],
    })
  })

  test('rates have their decimals and the unit of their sign', async () => {
    const { out } = await draft(
      'Day;Rate;Fee;Talk seconds\n2025-03-01;$0.0012;€5;60\n2025-03-02;$0.0015;€6;80\n',
    )
    expect(out).toContain('"$" in column "Rate" is read as USD')
    expect(written('datasets')['measures']).toEqual([
      { field: 'rate', label: 'Rate', unit: 'USD', decimals: 4 },
      { field: 'fee', label: 'Fee', unit: 'EUR' },
      { field: 'talkSeconds', label: 'Talk seconds' },
    ])
    expect(written('datasets')['demo']).toMatchObject({ values: { rate: 0.0014, fee: 5.5 } })
    expect(written('reports')['columns']).toEqual([
      {
        id: 'rate',
        label: 'Rate',
        value: 'mean(rate)',
        format: { decimals: 4, unit: 'USD' },
        role: 'total',
      },
      { field: 'fee', label: 'Fee', format: { decimals: 0, unit: 'EUR' }, role: 'total' },
      { field: 'talkSeconds', label: 'Talk seconds', format: { decimals: 0 } },
    ])
  })

  test('percentages and durations are shown as the file writes them', async () => {
    const text =
      'Day;Answered;Lost;Talk;Wait\n2025-03-01;45,3 %;4,25 %;0:03:42;0:00:07\n2025-03-02;50,1 %;3 %;0:04:10;0:00:09\n'
    const reading = ['percents=parts', 'durations=minutes'].flatMap((choice) => ['--read', choice])
    const { drafted, ran, totals } = await drafts.bring(put(folder, 'table.csv', text), reading)
    expect(drafted.out).not.toContain('0 to 1')
    expect(drafted.out).toContain(
      "the total of 'Answered' is the mean of its records; if some count more, write mean(answered, WEIGHT)",
    )
    expect([drafted.code, ran.code]).toEqual([0, 0])
    expect(written('reports')['columns']).toEqual([
      {
        id: 'answered',
        label: 'Answered',
        value: 'mean(answered, 1)',
        format: { style: 'percent', decimals: 1 },
        role: 'series',
      },
      {
        id: 'lost',
        label: 'Lost',
        value: 'mean(lost, 1)',
        format: { style: 'percent', decimals: 2 },
        role: 'series',
      },
      { field: 'talk', label: 'Talk', format: { style: 'duration', unit: 'min' }, role: 'total' },
      { field: 'wait', label: 'Wait', format: { style: 'duration', unit: 'min' }, role: 'total' },
    ])
    expect(totals).toMatchObject({ answered: 0.954, talk: 7.8667 })
  })

  test('percentages in points are shown as parts of 100', async () => {
    await draft('Day;Answered\n2025-03-01;45,1 %\n2025-03-02;5,1255 %\n', '--read', 'percents=points')
    expect(written('reports')['columns']).toEqual([
      {
        id: 'answered',
        label: 'Answered',
        value: 'mean(answered, 1) / 100',
        role: 'series',
        format: { style: 'percent', decimals: 4 },
      },
    ])
    expect(written('datasets')['measures']).toMatchObject([{ field: 'answered', label: 'Answered' }])
  })

  test('a second report over the dataset cannot add its money to seconds', async () => {
    await draft('Day;Rate;Talk seconds\n2025-03-01;$0.0012;60\n2025-03-02;$0.0015;80\n')
    const columns = [{ id: 'both', value: 'rate + talkSeconds' }]
    put(drafts.dir, 'second.json', JSON.stringify({ ...written('reports'), id: 'second', columns }))
    const checked = await reports(['check', '--dir', drafts.dir, '--datasets-dir', drafts.datasetsDir])
    expect(checked.code).toBe(1)
    expect(checked.out).toContain("'USD' and plain numbers are two units")
  })

  const withTotal = (rows: string) => `Day;Share;MTN;Airtel;Glo;Total;Peak\n${rows}`
  const [first, second] = ['2025-03-01;7;10.25;8.14;4.20;22.59;9.09', '2025-03-02;7;11;9;5;25;8']

  test('a total of the columns before it is their sum, and is checked by each import', async () => {
    const { drafted, ran, totals } = await drafts.bring(
      put(folder, 'table.csv', withTotal(`${first}\n${second}\n`)),
    )
    expect(drafted.out).toContain('"Total" adds up "MTN", "Airtel", "Glo"')
    expect(written('datasets')['measures']).toContainEqual({
      field: 'total',
      label: 'Total',
      sum: ['mtn', 'airtel', 'glo'],
    })
    expect(ran.code).toBe(0)
    expect(totals).toMatchObject({ total: 47.59, peak: 17.09 })
  })

  test('a total that adds up nothing names the option that decides', async () => {
    const text = withTotal(`${first}\n2025-03-02;7;11;9;5;99;8\n`)
    const refused = await draft(text)
    expect(refused.code).toBe(1)
    expect(refused.out).toContain(
      '"Total" is not the sum of all other columns in every row; if it is an amount of its own, choose --measure "Total"',
    )
    expect((await draft(text, '--measure', 'Total')).code).toBe(0)
    expect(written('datasets')['measures']).toContainEqual({ field: 'total', label: 'Total' })
  })
})

test.each(['Hour', 'Week', 'Weekday'])(
  'a column %s of names gets an id that a report cannot read as a time',
  async (heading) => {
    const days = ['01', '02', '03'].flatMap((day) =>
      Array.from({ length: 12 }, (_, index) => `2025-03-${day},${index + 1},${index}`),
    )
    const id = `${heading.toLowerCase()}Value`
    const drafted = await draft(`Date,${heading},Calls\n${days.join('\n')}\n`, '--dimension', heading)
    expect(drafted).toMatchObject({ code: 0 })
    expect(drafted.out).toContain(`note: "${heading}" is the dimension ${id}; a report reads`)
    // Numbers are compared as numbers.
    expect(drafted.out).toMatch(new RegExp(`^${heading} +dimension +1, 2 +0 +1 +12 +12$`, 'm'))
    expect(written('datasets')).toMatchObject({ dimensions: [{ id, field: heading.toLowerCase() }] })
    expect(written('reports')).toMatchObject({ rows: { by: [id] } })
  },
)

test.each([
  ['a column that a currency names', 'Date;Currency;NGN\n', ['day', 'currency'], []],
  ['a rate of two currencies', 'Date;Source;Target;FX\n', ['day', 'source'], ['target']],
])('%s beside currencies is a rate, which is not added up', async (_, headings, by, chosen) => {
  const rates = ['01', '02', '03'].flatMap((day) =>
    ['USD', 'EUR'].map((name) => `2025-03-${day};${name}${chosen.length > 0 ? ';NGN' : ''};15${day}.5`),
  )
  const ofXof = chosen.length > 0 ? ['2025-03-01;USD;XOF;612'] : []
  const drafted = await draft(`${headings}${[...rates, ...ofXof].join('\n')}\n`)
  const [label = ''] = headings.trim().split(';').slice(-1)
  const field = label.toLowerCase()
  expect(drafted).toMatchObject({ code: 0 })
  expect(drafted.out).toContain(
    `'${label}' is a rate, which has no total; if it is an amount, write sum(${field})`,
  )
  expect(written('reports')).toMatchObject({
    rows: { by },
    selectors: [
      { kind: 'year' },
      { kind: 'month' },
      ...chosen.map((dimension) => ({ dimension, multiple: false })),
    ],
    columns: [{ value: `mean(${field})`, total: false }],
  })
  expect(written('reports')).not.toHaveProperty('rows.total')
})

test('money in a currency beside another amount is added up', async () => {
  await draft('Date;Currency;Minutes;NGN\n2025-03-01;USD;10;15\n2025-03-01;EUR;20;30\n')
  expect(written('reports')).toMatchObject({
    rows: { by: ['day'], total: 'Total' },
    columns: [{ field: 'minutes' }, { field: 'ngn' }],
  })
})
