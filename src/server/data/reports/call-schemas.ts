import { z } from 'zod'
import { envelope } from '../../../../schemas/api/responses.ts'
import { RecordText } from '../../../../schemas/dataset/texts.ts'
import { Amount, MAX_AMOUNT, tooLarge } from '../../../../schemas/dataset/primitives.ts'
import {
  DateParam,
  NoId,
  RecordId,
  SameId,
  patternText,
  YearParam,
} from '../../../../schemas/api/parameters.ts'
import {
  type DatasetPlan,
  type EndpointPlan,
  type FixedMeasure,
  getSentList,
  isSourced,
  type LeadingField,
} from '../../../dataset/dataset-plan.ts'
import type { YearPart } from '../../../time/grain.ts'
import { grains, isYearPart, mapGrains, yearParts } from '../../../time/grains.ts'
import { buildKeySchema, describeKey } from '../../../dataset/record-keys.ts'
import { isPeriodPlaceholder, type PeriodPlaceholder } from '../../../dataset/placeholders.ts'
import { componentSchemas } from '../openapi/document.ts'
import { MAX_VALUE_LENGTH, normalizeValue, VALUE_FORM } from '../../../dataset/dimension-values.ts'
import { findDueDataset, type SentRecord } from '../tables/sent-records.ts'

type PeriodSchemas = readonly [beside: z.core.$ZodType, alone: z.core.$ZodType]

/** The schema of each part of a period: beside a year, and alone. */
const periodSchemas = {
  year: [YearParam, YearParam],
  month: buildPartSchemas(grains.month),
  ...mapGrains(yearParts, buildPartSchemas),
  date: [DateParam, DateParam],
  from: [DateParam, DateParam],
  to: [DateParam, DateParam],
} as const satisfies Record<PeriodPlaceholder, PeriodSchemas>

/** Builds the schemas of a part of a year: its number, and the text with its year. */
function buildPartSchemas({ noun, max, example, count, of, format, formatPart }: YearPart): PeriodSchemas {
  const [tens, ones] = [Math.floor(max / 10), max % 10]
  const from10 = `${tens > 1 ? `[1-${tens - 1}][0-9]|` : ''}${tens}[0-${ones}]`
  const formatNumbers = (zero: string) => (tens === 0 ? `[1-${ones}]` : `(${zero}[1-9]|${from10})`)
  const [prefix = ''] = /^\D*/.exec(formatPart(1)) ?? []
  const [first, last] = [format(of(1900, 1)), format(of(2199, count(2199)))]
  return [
    z.pipe(
      patternText(new RegExp(`^${formatNumbers('0?')}$`), `must be a ${noun} from 1 to ${max}`),
      z.transform(Number),
    ),
    patternText(
      new RegExp(String.raw`^(19|20|21)\d\d-${prefix}${formatNumbers('0')}$`),
      `must be a ${noun} from ${first} to ${last}, such as ${example}`,
    ),
  ]
}

/** Returns the schemas of the parameters of a call; `params` or `querystring` is missing if it has no parameters. */
export function buildParameterSchemas({ dimensions }: DatasetPlan, { path, query }: EndpointPlan) {
  const placeholders = path.flatMap((part) => ('placeholder' in part ? [part.placeholder] : []))
  const all = [...placeholders, ...query.map(({ placeholder }) => placeholder)]
  const open = dimensions.flatMap(({ id, values }) => (values === null ? id : []))
  const getSchema = (placeholder: string) => {
    if (placeholder === 'id') return RecordId
    if (placeholder === 'dimension') return z.enum(open)
    if (isPeriodPlaceholder(placeholder)) return periodSchemas[placeholder][all.includes('year') ? 0 : 1]
    const dimension = dimensions.find(({ id }) => id === placeholder)
    if (dimension?.values === null) return OpenList.optional()
    const values = dimension?.values ?? []
    return dimension?.multiple ? buildListSchema(values) : z.enum(values)
  }
  const buildObject = (names: readonly (readonly [string, string])[]) =>
    z.strictObject(Object.fromEntries(names.map(([name, placeholder]) => [name, getSchema(placeholder)])))
  // Values that the path writes as words are text of the route's pattern.
  const inPath = placeholders.filter((name) =>
    dimensions.every(({ id, paths }) => id !== name || paths === null),
  )
  return {
    ...(inPath.length === 0 ? {} : { params: buildObject(inPath.map((name) => [name, name])) }),
    ...(query.length === 0
      ? {}
      : { querystring: buildObject(query.map(({ name, placeholder }) => [name, placeholder])) }),
  }
}

/** Some values of an open dimension; none for all. */
const OpenList = z.string().meta({
  description:
    'Values joined by commas; a comma of a value is written as %2C and % as %25 before the encoding.',
})

/** Returns the values of a dimension of which a request can name several. */
function buildListSchema(values: readonly string[]) {
  const value = `(?:${values.map((text) => text.replaceAll('.', String.raw`\.`)).join('|')})`
  return z.string().regex(new RegExp(`^${value}(?:,${value})*$`), {
    error: `must be one or several of ${values.join(', ')}, joined by commas`,
  })
}

/** Returns the responses of a dataset's calls; the OpenAPI document names them after the dataset. */
export function buildResponseSchemas(dataset: DatasetPlan) {
  const record = z.custom<SentRecord>((value) => typeof value === 'object')
  componentSchemas.add(record, { id: `${toPascalCase(dataset.id)}Record`, ...buildRecordSchema(dataset) })
  const { group, response } = dataset
  const list = getSentList(group)
  const lists = list === null ? {} : { [list]: z.array(z.string()) }
  const records =
    response.recordsIn === null
      ? z.array(record)
      : z.object({ [response.recordsIn]: z.array(record), ...lists })
  const notice = z.string().optional().meta({
    description:
      'When the records were read from their source, what joined tables lack, and when new records are due.',
  })
  const upTo = z
    .string()
    .optional()
    .meta({ description: 'The last day with a record, if the last period has only begun.' })
  const forecast = z
    .array(record)
    .optional()
    .meta({ description: 'What the records before say of the times after the last record.' })
  const hasNotice =
    isSourced(dataset) || (dataset.from?.sources.length ?? 0) > 1 || findDueDataset(dataset) !== null
  const more = {
    ...(hasNotice && { notice }),
    ...(dataset.from !== null && { upTo }),
    ...(dataset.from?.query.rows?.hasForecast === true && { forecast }),
  }
  return { one: envelope(record), list: z.object({ ...envelope(records).shape, ...more }) }
}

/** Returns the bodies of a dataset's records: new ones have no id, changed ones may contain their own. */
export function buildBodySchemas({ key, dimensions, measures, texts, response }: DatasetPlan) {
  const leading = response.leading.flatMap((field): [string, z.ZodType][] => {
    const schema = getLeadingSchema(field, key, dimensions)
    return schema === null ? [] : [[field.name, schema]]
  })
  const fields = Object.fromEntries([
    ...leading,
    ...measures.map((measure) => [measure.field, buildMeasureSchema(measure)] as const),
    ...texts.map(({ field, maxLength }) => [field, RecordText(maxLength).optional()] as const),
  ])
  const id = response.leading.find(({ kind }) => kind === 'id')?.name ?? 'id'
  return {
    created: z.strictObject({ [id]: NoId, ...fields }),
    changed: z.strictObject({ [id]: SameId, ...fields }),
  }
}

/** Returns the schema of a field in a body; null for a field that the server sets. */
function getLeadingSchema(
  field: LeadingField,
  key: DatasetPlan['key'],
  dimensions: DatasetPlan['dimensions'],
): z.ZodType | null {
  switch (field.kind) {
    case 'key':
      return buildKeySchema(key)
    case 'year':
    case 'month':
      return buildStatedSchema(field.kind, key)
    case 'dimension': {
      const { values = null } = dimensions[field.index] ?? {}
      if (values === null) return OpenValue
      return values.length === 1 ? z.enum(values).optional() : z.enum(values)
    }
    case 'id':
      return null
    case 'createdAt':
    case 'updatedAt':
      return z.unknown().optional()
  }
}

/** A value of an open dimension, as it is stored. */
const OpenValue = z
  .string()
  .max(MAX_VALUE_LENGTH)
  .refine((text) => normalizeValue(text) === text, { error: `must be ${VALUE_FORM}` })

/** Returns a part of the period beside the key. What the key does not have is sent as null, and can be sent back so. */
function buildStatedSchema(part: 'year' | 'month', key: DatasetPlan['key']): z.ZodType {
  const schema = part === 'year' ? z.int().min(1900).max(2199) : z.int().min(1).max(12)
  if (key.kind === 'month' && part === 'year') return schema
  const isInKey = key.kind !== 'none' && (part === 'year' || (key.kind !== 'year' && !isYearPart(key.kind)))
  return isInKey ? schema.optional() : z.null().optional()
}

function buildMeasureSchema({ sum, min, max, decimals, when }: FixedMeasure): z.ZodType {
  if (sum !== null) return z.number().max(max, tooLarge(max)).min(-MAX_AMOUNT).optional()
  const amount = Amount(min, max, decimals)
  return Object.keys(when).length === 0 ? amount : amount.optional()
}

/** Returns the JSON Schema of a record for the OpenAPI document. */
function buildRecordSchema({ key, measures, texts, group, response }: DatasetPlan) {
  const getFieldSchema = ({ kind }: LeadingField) => {
    if (kind === 'id' || kind === 'year' || kind === 'month') return { type: 'integer' }
    if (kind === 'key') return describeKey(key)
    if (kind === 'createdAt' || kind === 'updatedAt') return { type: ['string', 'null'], format: 'date-time' }
    return { type: 'string' }
  }
  const fields = response.leading.map((field) => [field.name, getFieldSchema(field)] as const)
  return {
    type: 'object',
    required: fields.map(([name]) => name),
    properties: Object.fromEntries([
      ...fields,
      ...measures.map(({ field }) => [field, { type: 'number' }] as const),
      ...texts.map(({ field, maxLength }) => [field, { type: 'string', maxLength }] as const),
    ]),
    additionalProperties: group === null ? false : { type: 'number' },
  }
}

/** Returns `call-quality` as `CallQuality`, for names of operations and components. */
export const toPascalCase = (id: string): string =>
  id.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
