import fc from 'fast-check'

const field = fc.constantFrom('id', 'year', 'month', 'reportDate', 'type', 'a', 'b', 'total', 'constructor')
const value = fc.constantFrom('A', 'B', 'In 1', 'toString', 'constructor', '2025')
const word = fc.constantFrom('a', 'b', 'in-1', 'download', 'system-users')
const part = fc.constantFrom(
  'x',
  'y',
  'system-users',
  '{year}',
  '{month}',
  '{week}',
  '{quarter}',
  '{date}',
  '{type}',
  '{id}',
  '{x}',
  'x{y}',
  '',
)
const few = { maxLength: 3 }

const url = fc
  .tuple(
    fc.constantFrom('/v1/', '/api/'),
    fc.array(part, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(
      '',
      '',
      '?',
      '?year={year}',
      '?month={month}&type={type}',
      '?a={year}&a={month}',
      '?y={year}=1',
    ),
  )
  .map(([base, parts, query]) => `${base}${parts.join('/')}${query}`)

const bounds = { min: fc.integer({ min: -5, max: 5 }), max: fc.integer({ min: -5, max: 5 }) }
const when = fc.dictionary(
  fc.constantFrom('type', 'tpye', 'constructor'),
  fc.array(value, { minLength: 1, maxLength: 2 }),
  {
    maxKeys: 2,
  },
)
const measure = fc.oneof(
  fc.record({ field, when, ...bounds }, { requiredKeys: ['field'] }),
  fc.record(
    { field, sum: fc.array(field, { minLength: 1, maxLength: 3 }), when },
    { requiredKeys: ['field', 'sum'] },
  ),
  fc.record({ list: field, ...bounds }, { requiredKeys: ['list'] }),
  fc.record({ pattern: fc.constantFrom('{a}_to_{b}', '{a}', '{a}x{a}') }),
)
const dimension = fc.record(
  {
    id: fc.constantFrom('type', 'kind', 'month', 'sheet'),
    field,
    values: fc.array(value, { minLength: 1, maxLength: 3 }),
    paths: fc.dictionary(value, word, { maxKeys: 3 }),
  },
  { requiredKeys: ['id', 'values'] },
)
const key = fc.oneof(
  fc.record({ kind: fc.constantFrom('date', 'hour', 'week', 'quarter'), field }, { requiredKeys: ['kind'] }),
  fc.record({ kind: fc.constant('month'), field, yearField: field }, { requiredKeys: ['kind'] }),
  fc.record(
    { kind: fc.constant('text'), field, per: fc.constantFrom('month', 'year', 'none') },
    { requiredKeys: ['kind', 'field'] },
  ),
)
const base = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.dictionary(value, fc.integer({ min: 0, max: 9 })))
const demo = fc.oneof(
  fc.record({ values: fc.dictionary(field, base), names: fc.dictionary(value, base) }, { requiredKeys: [] }),
  fc.record({
    average: fc.record({
      dataset: fc.constantFrom('one', 'two', 'none'),
      measures: fc.dictionary(field, field, { maxKeys: 3 }),
    }),
  }),
)

const id = fc.constantFrom('one', 'two', 'three')
const buildResponse = (...metadata: readonly string[]) =>
  fc.record(
    {
      records: fc.constantFrom('records', 'records.data', 'records.a'),
      metadata: fc.dictionary(fc.constantFrom(...metadata), field),
      order: fc.array(field, few),
    },
    { requiredKeys: [] },
  )

const where = fc.dictionary(
  fc.constantFrom('type', 'kind'),
  fc.array(value, { minLength: 1, maxLength: 2 }),
  {
    maxKeys: 1,
  },
)
const grain = fc.constantFrom('day', 'week', 'month', 'quarter')
const source = fc.oneof(
  field,
  field.map((name) => `two.${name}`),
)
const over = fc.record({ last: fc.integer({ min: 1, max: 5 }), unit: fc.oneof(grain, fc.constant('year')) })
const derivedMeasure = fc.oneof(
  fc.record({ field, sum: source, over }, { requiredKeys: ['field', 'sum'] }),
  fc.record({ field, running: source, per: fc.constantFrom('month', 'quarter', 'year') }),
  fc.record({ field, weightedMean: source, by: source }),
  fc.record({ field, ratio: field, to: field }),
  fc.record(
    { field, rank: field, of: fc.constantFrom('month', 'year') },
    { requiredKeys: ['field', 'rank'] },
  ),
  fc.record({ field, mean: source }),
  fc.record({ field, share: field }),
  fc.record({ field, change: field, since: fc.constantFrom('previous', 'year') }),
)

const derivedDataset = fc.record(
  {
    id,
    title: fc.constant('Title'),
    from: fc.record(
      {
        dataset: fc.constantFrom('one', 'two', 'three', 'four'),
        grain,
        where,
        join: fc.record(
          { dataset: fc.constantFrom('one', 'two'), kind: fc.constantFrom('left', 'inner', 'paired'), where },
          { requiredKeys: ['dataset', 'kind'] },
        ),
      },
      { requiredKeys: ['dataset'] },
    ),
    dimensions: fc.array(fc.constantFrom('type', 'kind'), few),
    measures: fc.array(derivedMeasure, { minLength: 1, maxLength: 4 }),
    response: buildResponse('year', 'month'),
    endpoints: fc.dictionary(fc.constantFrom('list', 'years', 'months', 'download'), url),
  },
  { requiredKeys: ['id', 'title', 'from', 'measures', 'endpoints'] },
)

const storedDataset = fc.record(
  {
    id,
    title: fc.constant('Title'),
    key,
    dimensions: fc.array(dimension, few),
    measures: fc.array(measure, { minLength: 1, maxLength: 4 }),
    response: buildResponse('id', 'year', 'month', 'createdAt', 'updatedAt'),
    endpoints: fc.dictionary(
      fc.constantFrom('list', 'years', 'months', 'download', 'create', 'record', 'generate'),
      url,
    ),
    demo,
  },
  { requiredKeys: ['id', 'title', 'key', 'measures', 'endpoints'] },
)

const sourcedDataset = fc.record(
  {
    id,
    title: fc.constant('Title'),
    key,
    source: fc.record(
      {
        connection: fc.constant('warehouse'),
        relation: fc.constant('calls'),
        time: fc.constant('at'),
        since: fc.constant('2024-01-01'),
        name: fc.constant('name'),
      },
      { requiredKeys: ['connection', 'relation', 'time', 'since'] },
    ),
    dimensions: fc.array(
      fc.record({
        id: fc.constantFrom('type', 'kind'),
        values: fc.array(value, { minLength: 1, maxLength: 3 }),
        codes: fc.dictionary(value, fc.constantFrom('1', '2'), { maxKeys: 2 }),
      }),
      few,
    ),
    measures: fc.array(fc.record({ field, sum: field }), { minLength: 1, maxLength: 3 }),
    endpoints: fc.dictionary(fc.constantFrom('list', 'years', 'months', 'download'), url),
  },
  { requiredKeys: ['id', 'title', 'key', 'source', 'measures', 'endpoints'] },
)

/** A dataset that others can be computed from, since at most its demo is wrong. */
const soundDataset = fc.record({
  id,
  title: fc.constant('Title'),
  key: fc.constantFrom({ kind: 'date' }, { kind: 'month' }),
  dimensions: fc.constant([{ id: 'type', values: ['A', 'B'] }]),
  measures: fc.constant([{ field: 'a' }, { field: 'b' }]),
  endpoints: fc.constant({}),
  demo: fc.oneof(demo, fc.constant({ values: { a: 1 } })),
})

/** Definitions of a dataset as an author may write them, with names that often meet. */
export const arbitraryDataset = fc.oneof(
  storedDataset,
  derivedDataset,
  derivedDataset,
  sourcedDataset,
  soundDataset,
  soundDataset,
)
