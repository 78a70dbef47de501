import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Value } from '../../../src/query/arithmetic.ts'
import { expectSame } from '../../support/expect-same.ts'
import { openAsked } from '../../support/asked-tables.ts'
import {
  blankIfNone,
  divide,
  type Drawn,
  findLargest,
  findPercentile,
  shiftDay,
} from '../../support/naive-values.ts'
import { compileQuestion, compileSources, definitions } from '../../support/questions.ts'

const ways = ['IN', 'OUT']
/** The values of a closed dimension, and names that only the data knows. */
const namesOf = { closed: ['NORTH', 'SOUTH', 'WEST'], open: ['Nörth, Inc', "50% / 'South'", 'WEST'] } as const
type Kind = keyof typeof namesOf
type Field = 'minutes' | 'calls'
interface Call extends Readonly<Partial<Record<Field, number>>> {
  readonly day: string
  readonly way: string
  readonly site: string
}

type Calls = readonly Call[]

/** An expression as a report writes it, and its value over records, of all rows and of the period before. */
interface Asked {
  readonly text: string
  readonly of: (...records: readonly [cell: Calls, all: Calls, before: Calls, allBefore: Calls]) => Value
}

const valuesOf = (calls: readonly Call[], field: Field) => calls.flatMap((call) => call[field] ?? [])
/** Adds without the noise of binary arithmetic, by which nothing may be divided. */
const addAll = (values: readonly number[]) => Number(values.reduce((sum, value) => sum + value, 0).toFixed(6))
const sum = (calls: readonly Call[], field: Field) => blankIfNone(valuesOf(calls, field), addAll)
const both = (calls: readonly Call[]) =>
  calls.flatMap(({ minutes, calls: count }) =>
    minutes === undefined || count === undefined ? [] : [{ minutes, count }],
  )
const product = (calls: readonly Call[]) =>
  blankIfNone(
    both(calls).map(({ minutes, count }) => minutes * count),
    addAll,
  )
const weight = (calls: readonly Call[]) =>
  blankIfNone(
    both(calls).map(({ count }) => count),
    addAll,
  )

const aggregates: readonly Asked[] = [
  { text: 'minutes', of: (cell) => sum(cell, 'minutes') },
  { text: 'calls', of: (cell) => sum(cell, 'calls') },
  { text: 'sum(minutes * calls)', of: product },
  { text: 'mean(minutes)', of: (cell) => divide(sum(cell, 'minutes'), valuesOf(cell, 'minutes').length) },
  { text: 'mean(minutes, calls)', of: (cell) => divide(product(cell), weight(cell)) },
  { text: 'min(minutes)', of: (cell) => blankIfNone(valuesOf(cell, 'minutes'), (list) => Math.min(...list)) },
  { text: 'max(calls)', of: (cell) => findLargest(valuesOf(cell, 'calls')) },
  { text: 'count(minutes)', of: (cell) => (cell.length === 0 ? null : valuesOf(cell, 'minutes').length) },
  { text: 'share(minutes)', of: (cell, all) => divide(sum(cell, 'minutes'), sum(all, 'minutes')) },
  {
    text: 'count(calls) / count()',
    of: (cell) => divide(valuesOf(cell, 'calls').length, cell.length),
  },
]
/** The difference of two sums, of which a missing one is nothing; blank if both are missing. */
const subtract = (now: Calls, then: Calls): Value => {
  const [one, other] = [sum(now, 'minutes'), sum(then, 'minutes')]
  return one === null && other === null ? null : addAll([one ?? 0, -(other ?? 0)])
}
/** The minutes without the calls; blank where only one of them is missing, null where both are. */
const subtractCalls = (calls: Calls): Value | 'blank' => {
  const [one, other] = [sum(calls, 'minutes'), sum(calls, 'calls')]
  if (one === null && other === null) return null
  return one === null || other === null ? 'blank' : one - other
}
const earlier: readonly Asked[] = [
  {
    text: 'change(minutes - calls)',
    of: (cell, _, before) => {
      const [now, then] = [subtractCalls(cell), subtractCalls(before)]
      if (now === 'blank' || then === 'blank' || then === null) return null
      return divide(addAll([now ?? 0, -then]), Math.abs(then))
    },
  },
  {
    text: 'contribution(minutes - calls, previous)',
    of: (...records) => {
      const [now = null, all = null, then = null, allThen = null] = records.map(subtractCalls)
      if (now === 'blank' || then === 'blank' || all === 'blank' || allThen === 'blank') return null
      if (allThen === null || (now === null && then === null)) return null
      return divide(addAll([now ?? 0, -(then ?? 0)]), addAll([all ?? 0, -(allThen ?? 0)]))
    },
  },
  { text: 'previous(minutes)', of: (_, __, before) => sum(before, 'minutes') },
  { text: 'previous(mean(minutes))', of: (_, __, before) => aggregates[3]?.of(before, [], [], []) ?? null },
  {
    text: 'contribution(minutes, previous)',
    of: (cell, all, before, allBefore) =>
      sum(allBefore, 'minutes') === null ? null : divide(subtract(cell, before), subtract(all, allBefore)),
  },
  ...(['volumeEffect', 'priceEffect'] as const).map((name) => ({
    text: `${name}(minutes, calls)`,
    of: (cell: Calls, _: Calls, before: Calls, allBefore: Calls) => {
      // Nothing is new where nothing was before.
      if (valuesOf(allBefore, 'minutes').length + valuesOf(allBefore, 'calls').length === 0) return null
      const [now, then] = [sum(cell, 'minutes'), sum(before, 'minutes')]
      const [sold, soldBefore] = [sum(cell, 'calls') ?? 0, sum(before, 'calls') ?? 0]
      if (soldBefore === 0) return now === null ? null : name === 'priceEffect' ? 0 : now - (then ?? 0)
      if (then === null) return null
      if (sold === 0) return name === 'priceEffect' ? 0 : (now ?? 0) - then
      const byVolume = ((sold - soldBefore) * then) / soldBefore
      if (name === 'volumeEffect') return byVolume
      return now === null ? null : now - then - byVolume
    },
  })),
  {
    text: 'change(minutes)',
    of: (cell, _, before) => {
      const [now, then] = [sum(cell, 'minutes'), sum(before, 'minutes')]
      // A row without a record has lost all that it had before.
      return then === null ? null : divide((now ?? 0) - then, Math.abs(then))
    },
  },
]
/** The sum of a field for each text that calls have. */
const sums = (calls: readonly Call[], by: (call: Call) => string, field: Field): number[] =>
  [...new Set(calls.map(by))].flatMap(
    (text) =>
      sum(
        calls.filter((one) => by(one) === text),
        field,
      ) ?? [],
  )
const withMinutes = (cell: readonly Call[]) => cell.filter(({ minutes }) => minutes !== undefined)
/** What needs every record, and not only what is known of all of a row. */
const sampled: readonly Asked[] = [
  { text: 'median(minutes)', of: (cell) => findPercentile(valuesOf(cell, 'minutes'), 0.5) },
  { text: 'percentile(minutes, 95)', of: (cell) => findPercentile(valuesOf(cell, 'minutes'), 0.95) },
  {
    text: 'percentile(minutes * calls, 20)',
    of: (cell) =>
      findPercentile(
        both(cell).map(({ minutes, count }) => minutes * count),
        0.2,
      ),
  },
  {
    text: 'deviation(calls)',
    of: (cell) => {
      const values = valuesOf(cell, 'calls')
      const middle = findPercentile(values, 0.5) ?? 0
      return findPercentile(
        values.map((value) => Math.abs(value - middle)),
        0.5,
      )
    },
  },
  { text: 'distinct(site)', of: (cell) => new Set(cell.map(({ site }) => site)).size || null },
  {
    text: 'distinct(site, minutes)',
    of: (cell) => (cell.length === 0 ? null : new Set(withMinutes(cell).map(({ site }) => site)).size),
  },
  {
    text: 'count(each(day, minutes))',
    of: (cell) => (cell.length === 0 ? null : new Set(withMinutes(cell).map(({ day }) => day)).size),
  },
  {
    text: 'mean(each(day, minutes))',
    of: (cell) => {
      const days = sums(cell, ({ day }) => day, 'minutes')
      return divide(blankIfNone(days, addAll), days.length)
    },
  },
  {
    text: 'max(each(day, minutes)) / max(each(week, minutes))',
    of: (cell) => {
      const [days, weeks] = [({ day }: Call) => day, (one: Call) => groups.week?.(one) ?? ''].map((by) =>
        findLargest(sums(cell, by, 'minutes')),
      )
      return divide(days ?? null, weeks ?? null)
    },
  },
  {
    text: 'last(minutes)',
    of: (cell) => {
      const counted = withMinutes(cell)
      const last = counted
        .map(({ day }) => day)
        .toSorted()
        .at(-1)
      return sum(
        counted.filter(({ day }) => day === last),
        'minutes',
      )
    },
  },
  {
    text: 'max(each(site, calls))',
    of: (cell) => findLargest(sums(cell, ({ site }) => site, 'calls')),
  },
  {
    text: 'percentile(each(day, minutes), 50) / distinct(way)',
    of: (cell) =>
      divide(
        findPercentile(
          sums(cell, ({ day }) => day, 'minutes'),
          0.5,
        ),
        new Set(cell.map(({ way }) => way)).size,
      ),
  },
]
const pair = (operator: '+' | '-' | '*' | '/', one: Asked, other: Asked): Asked => ({
  text: `(${one.text}) ${operator} (${other.text})`,
  of: (...records) => {
    const [left, right] = [one.of(...records), other.of(...records)]
    if (operator === '/') return divide(left, right)
    if (left === null || right === null) return null
    if (operator === '*') return left * right
    return operator === '+' ? left + right : left - right
  },
})
const { asked } = fc.letrec<{ asked: Asked }>((tie) => ({
  asked: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.constantFrom(...aggregates),
    fc.tuple(fc.constantFrom('+', '-', '*'), tie('asked'), tie('asked')).map((drawn) => pair(...drawn)),
    fc.tuple(tie('asked'), fc.constantFrom(...aggregates)).map((drawn) => pair('/', ...drawn)),
  ),
}))

/** What can be chosen, with its days and those of the period before. */
const spans = {
  year: { selection: { year: '2025' }, days: ['2025-01-01', '2025-12-31'], before: null },
  month: {
    selection: { year: '2025', month: '1' },
    days: ['2025-01-01', '2025-01-31'],
    before: ['2024-12-01', '2024-12-31'],
  },
  quarter: {
    selection: { year: '2025', quarter: '1' },
    days: ['2025-01-01', '2025-03-31'],
    before: ['2024-10-01', '2024-12-31'],
  },
  date: {
    selection: { date: '2025-01-06' },
    days: ['2025-01-06', '2025-01-06'],
    before: ['2025-01-05', '2025-01-05'],
  },
} as const
/** What a row has in common, in a form that orders rows by time. */
const groups: Readonly<Record<string, (call: Call) => string>> = {
  way: ({ way }) => way,
  site: ({ site }) => site,
  day: ({ day }) => day,
  month: ({ day }) => day.slice(0, 7),
  // The Monday of its week.
  week: ({ day }) => shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7)),
  weekday: ({ day }) => new Date(day).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }),
}
const amount = fc.option(
  fc.integer({ min: -500, max: 100_000 }).map((cents) => cents / 100),
  { nil: undefined },
)
const call = fc
  .record({
    day: fc
      .oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 60, max: 80 }))
      .map((days) => shiftDay('2024-11-01', days)),
    way: fc.constantFrom(...ways),
    site: fc.constantFrom(0, 1, 2),
    minutes: amount,
    calls: amount,
  })
  .filter(({ minutes, calls }) => minutes !== undefined || calls !== undefined)
const drawn = fc.constantFrom(...(Object.keys(spans) as (keyof typeof spans)[])).chain((span) =>
  fc.record({
    span: fc.constant(span),
    by: fc.constantFrom(
      ...{
        year: ['way', 'site', 'day', 'week', 'month', 'weekday'],
        month: ['way', 'site', 'day', 'weekday'],
        quarter: ['way', 'site', 'day'],
        date: ['way', 'site'],
      }[span],
    ),
    chosen: fc.option(fc.subarray(ways, { minLength: 1 }), { nil: null }),
    where: fc.option(fc.subarray([0, 1, 2], { minLength: 1 }), { nil: null }),
    top: fc.option(fc.constantFrom(1, 2), { nil: null }),
    columns: fc.array(asked, { minLength: 1, maxLength: 3 }),
    earlier: fc.option(fc.constantFrom(...earlier), { nil: null }),
    sampled: fc.subarray([...sampled]),
  }),
)

const sourcesOf = {
  closed: compileSources(),
  open: compileSources(
    definitions.map((one) =>
      one.id === 'calls' ? { ...one, dimensions: [one.dimensions[0], { id: 'site', field: 'place' }] } : one,
    ),
  ),
}
const places = { closed: await openAsked(sourcesOf.closed), open: await openAsked(sourcesOf.open) }

/** Stores calls in place of all others. */
const store = (kind: Kind, calls: readonly Call[]): Promise<void> =>
  places[kind].store(
    'calls',
    calls.map(({ day, way, site, minutes, calls: count }) => ({
      key: day,
      values: [way, site],
      measures: { ...(minutes !== undefined && { minutes }), ...(count !== undefined && { calls: count }) },
    })),
  )

/** The rows of a question as the portal shows them: key, values, and whether it is the rest; then the total. */
async function ask(
  kind: Kind,
  { span, by, chosen, where, top, columns }: Omit<Drawn<typeof drawn>, 'where'> & { where: string[] | null },
) {
  const { selection, days } = spans[span]
  const written = {
    selectors: [
      ...Object.keys(selection).map((kind) => ({ kind })),
      ...(chosen === null ? [] : [{ dimension: 'way' }]),
    ],
    data: { dataset: 'calls', ...(where !== null && { where: { site: where } }) },
    rows: {
      by: [by],
      total: 'All',
      ...(top !== null && { sort: '-c0', top, rest: 'Others' }),
    },
    columns: columns.map(({ text }, index) => ({ id: `c${index}`, value: text })),
  }
  return places[kind].ask(
    compileQuestion(written, sourcesOf[kind]),
    { ...selection, ...(chosen !== null && { way: chosen.join(',') }) },
    span === 'quarter' ? { days: { first: days[0], last: days[1] } } : {},
  )
}

/** Pivots over a dimension, places that repeat, and a time; and what a record is of them. */
const pivots: Readonly<Record<string, (call: Call) => string>> = {
  way: ({ way }) => way,
  weekday: groups.weekday ?? String,
  month: ({ day }) => new Date(day).toLocaleDateString('en', { month: 'short', timeZone: 'UTC' }),
}
const pairs = fc.record({
  by: fc.constantFrom<readonly string[]>(
    ['site'],
    ['site', 'way'],
    ['day', 'site'],
    ['weekday', 'site'],
    ['site', 'weekday'],
  ),
  pivot: fc.option(fc.constantFrom<string>('way', 'weekday', 'month'), { nil: null }),
  top: fc.option(fc.constantFrom(1, 2), { nil: null }),
  columns: fc.array(fc.constantFrom(...aggregates.slice(0, 8)), { minLength: 1, maxLength: 2 }),
  sampled: fc.subarray([...sampled], { maxLength: 2 }),
})

test('rows of two things, and columns of each value, are expressions over their records', async () => {
  let cells = 0
  const check = async (
    drawnCalls: Drawn<typeof call>[],
    { by, pivot, top, columns: drawnColumns, sampled: drawnSampled }: Drawn<typeof pairs>,
  ) => {
    const list = drawnCalls.map((one) => ({ ...one, site: namesOf.closed[one.site] ?? '' }))
    const isPossible =
      pivot !== null &&
      !by.includes(pivot) &&
      (pivot === 'way' || !by.includes('day')) &&
      !(pivot === 'month' && by.includes('weekday'))
    const over = isPossible ? pivot : null
    const overOf = (index: number) => (index > 0 && index === columns.length - 1 ? null : over)
    const columns = [...drawnColumns, ...drawnSampled]
    const calls = [
      ...new Map(list.map((one) => [[one.day, one.way, one.site].join(), one])).values(),
    ] as Call[]
    await store('closed', calls)
    const question = compileQuestion({
      selectors: [{ kind: 'year' }],
      rows: { by, total: 'All' },
      columns: columns.map(({ text }, index) => ({
        id: `c${index}`,
        value: text,
        ...(overOf(index) !== null && { pivot: over, label: `c${index} {name}` }),
        ...(overOf(index) !== null && top !== null && { top, rest: 'Others' }),
      })),
    })
    const table = await places.closed.ask(question, { year: '2025' })
    const all = calls.filter(({ day }) => day.startsWith('2025'))
    const [first = '', second] = by
    const nameRow = (one: Call): string[] =>
      [first, second ?? []].flat().map((name) => (name === 'day' ? one.day : (groups[name]?.(one) ?? '')))
    const getRow = (key: readonly string[]) =>
      table.rows.find((row) => row.key === key[0] && (key[1] ?? '') === (row.dimension ?? ''))
    const rows = new Map(all.map((one) => [nameRow(one).join(), nameRow(one)]))
    expect(table.rows.filter(({ hasRecord }) => hasRecord)).toHaveLength(rows.size)
    for (const [index, { of }] of columns.entries()) {
      const pivoted = overOf(index)
      const nameColumn = pivoted === null ? () => '' : (pivots[pivoted] as (one: Call) => string)
      const own = table.columns.flatMap(({ from, label }, position) =>
        from === `c${index}` ? [{ label, position }] : [],
      )
      const named = new Set(own.map(({ label }) => label.slice(3)))
      const isOf = (label: string) => (one: Call) =>
        pivoted === null || (label === 'Others' ? !named.has(nameColumn(one)) : nameColumn(one) === label)
      for (const { label, position } of own) {
        const records = all.filter(isOf(pivoted === null ? '' : label.slice(3)))
        for (const [id, key] of rows) {
          cells += 1
          const cell = records.filter((one) => nameRow(one).join() === id)
          expectSame([getRow(key)?.values[position] ?? null], [of(cell, all, [], [])])
        }
        if (rows.size > 0) expectSame([table.total?.values[position] ?? null], [of(records, all, [], [])])
      }
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 25, size: 'max' }), pairs, check),
    {
      numRuns: 40,
    },
  )
  expect(cells).toBeGreaterThan(100)
})

test.each(['closed', 'open'] as const)(
  'a question over %s dimensions has the answer of its expressions over all records',
  async (kind) => {
    let rows = 0
    const names: readonly string[] = namesOf[kind]
    const check = async (drawnCalls: Drawn<typeof call>[], drawnQuestion: Drawn<typeof drawn>) => {
      const list = drawnCalls.map((one) => ({ ...one, site: names[one.site] ?? '' }))
      const written = {
        ...drawnQuestion,
        where: drawnQuestion.where?.map((index) => names[index] ?? '') ?? null,
      }
      const isCompared =
        written.earlier !== null &&
        spans[written.span].before !== null &&
        ['way', 'site'].includes(written.by)
      const question = {
        ...written,
        columns: [
          ...written.columns,
          ...(isCompared && written.earlier !== null ? [written.earlier] : []),
          ...written.sampled,
        ],
      }
      const calls = [
        ...new Map(list.map((one) => [[one.day, one.way, one.site].join(), one])).values(),
      ] as Call[]
      await store(kind, calls)
      const table = await ask(kind, question)
      const { span, by, chosen, where, columns } = question
      const [january, last] = spans[span].days
      // The first week of a year can begin in the year before.
      const first = by === 'week' ? '2024-12-30' : january
      const select = ([from, to]: readonly [string, string]) =>
        calls.filter(
          ({ day, way, site }) =>
            day >= from && day <= to && (chosen?.includes(way) ?? true) && (where?.includes(site) ?? true),
        )
      const all = select([first, last])
      const before = isCompared && all.length > 0 ? select(spans[span].before ?? ['', '']) : []
      const group = groups[by] as (one: Call) => string
      const keys = [...new Set([...all, ...before].map(group))]
      const listOf = (list: readonly Call[], key: string) => list.filter((one) => group(one) === key)
      const naive = (cell: readonly Call[], past: readonly Call[]) =>
        columns.map(({ of }) => of(cell, all, past, before))
      const expected = keys.map((key) => ({ key, values: naive(listOf(all, key), listOf(before, key)) }))
      const isShown = ({ values }: { values: readonly Value[] }) => values.some((value) => value !== null)
      const shown = table.rows.filter(({ isRest, hasRecord }) => !isRest && hasRecord)
      const isTime = !['way', 'site', 'weekday'].includes(by)
      const listed = expected.filter(isShown).toSorted((one, other) => (one.key < other.key ? -1 : 1))
      const found = shown.filter(isShown)
      // Of the first rows only the shown ones are known; times are compared by their order.
      const isWhole = question.top === null
      expect(isWhole ? found.length : 0).toBe(isWhole ? listed.length : 0)
      const [keysFound, keysListed] = [found, listed].map((list) =>
        isWhole && !isTime ? list.map(({ key }) => key).toSorted() : [],
      )
      expect(keysFound).toEqual(keysListed)
      for (const [index, { values }] of isWhole && isTime ? listed.entries() : []) {
        expectSame(found[index]?.values, values)
      }
      if (!isTime) {
        for (const { key, values } of shown) {
          expectSame(values, naive(listOf(all, key), listOf(before, key)))
        }
        const isOther = (one: Call) => !shown.some(({ key }) => key === group(one))
        const rest = table.rows.find(({ isRest }) => isRest)
        if (rest !== undefined) expectSame(rest.values, naive(all.filter(isOther), before.filter(isOther)))
      }
      rows += shown.length
      if (table.rows.length > 0) expectSame(table.total?.values, naive(all, before))
    }
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 40, size: 'max' }), drawn, check),
      {
        numRuns: 150,
      },
    )
    expect(rows).toBeGreaterThan(100)
  },
  120_000,
)
