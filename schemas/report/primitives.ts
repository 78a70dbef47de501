import { z } from 'zod'

/** Defines an object of a definition, of which other keys are errors. */
export const define = <S extends z.ZodRawShape>(id: string, description: string, shape: S) =>
  z.strictObject(shape).meta({ id, description })

/** Defines one of several kinds of an object; the title is what a message calls it. */
export const defineKind = <S extends z.ZodRawShape>(
  id: string,
  title: string,
  description: string,
  shape: S,
) => z.strictObject(shape).meta({ id, title, description })

/** Returns a text of at least one character. */
export const shortText = (most: number) => z.string().min(1).max(most)

/** Returns a text that need not be written. */
export const optionalText = (most: number) => shortText(most).optional()

/** Returns a whole number. */
export const whole = (least: number, most: number) => z.int().min(least).max(most)

/** Returns a list, empty unless it is written. */
export const optionalList = <T extends z.ZodType>(entry: T) => z.array(entry).default([])

/** Returns values by their names, none unless they are written. */
export const optionalRecord = <V extends z.ZodType>(name: z.ZodString, value: V) =>
  z.record(name, value).default({})

/** Returns a choice that is not made unless it is written. */
export const flag = (description: string) => z.boolean().default(false).describe(description)

/** Returns a choice that is made unless it is written. */
export const usuallyTrue = (description: string) => z.boolean().default(true).describe(description)

/** Returns a choice between words; `usual` is the one that need not be written. */
export const choice = <const W extends readonly string[]>(words: W, usual: W[number]) =>
  z.enum(words).default(usual)

/** Returns a choice between words that need not be made. */
export const optionalChoice = <const W extends readonly string[]>(words: W) => z.enum(words).optional()

/** Describes a part of a definition that is the same in its plan, where it cannot be changed. */
export type Frozen<T> = T extends readonly (infer U)[]
  ? readonly Frozen<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

export const IsoDay = z.iso.date('a day such as 2025-10-01')

export const Id = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens')
  .describe('Lower-case words joined by hyphens.')

export const Name = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]*$/, 'a lower-case letter, then letters and digits')
  .describe('A name that templates can use: a lower-case letter, then letters and digits.')

export const Template = shortText(300).meta({
  id: 'Template',
  description:
    'A text with placeholders in braces. Only declared placeholders are known: {tab} and the parameters of a tab, {variant}, {report}, {heading}, each selector by name ({year}, {month}) and its shown text ({yearName}, {monthName}), {period}, {today}. A filter may follow a colon: {month:2} pads to two digits, {type:lower} and {type:upper} change the case, {route:snake} joins words by underscores.',
})

export const UrlTemplate = z
  .string()
  .max(300)
  .regex(
    /^\/(?!\/)[^\s\\#]*$/,
    'a path below the API base: one leading slash, no scheme, host, fragment or space',
  )
  .meta({
    id: 'UrlTemplate',
    description: 'The URL of a GET request as a template: a path below the API base, with one leading slash.',
  })

export const FieldPath = z
  .string()
  .regex(/^[A-Za-z_][\w]*(\.[A-Za-z_][\w]*)*$/, 'field names joined by dots')
  .meta({
    id: 'FieldPath',
    description: 'The path of a value in the response: field names joined by dots.',
  })

export const FieldName = shortText(200)
export const Field = z.union([FieldName, z.array(FieldName).min(1).max(20)]).meta({
  id: 'Field',
  description: 'A field of a record; several names are aliases, of which the first present one is read.',
})

export const Color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'a colour such as #8884d8')
  .describe('A colour as six lower-case hexadecimal digits.')

const Reference = define(
  'Reference',
  'Uses the whole part of another definition (of its tab with the same id, if it has one).',
  {
    use: Id.describe('The id of the other definition.'),
  },
)

export const orReference = <T extends z.ZodType>(part: T) => z.union([Reference, part])

export const RecordsPath = FieldPath.default('records').describe('The path of the list in the response.')

export const ReportLink = defineKind(
  'ReportLink',
  'Link',
  'Opens another report with its selectors chosen, for readers who may open it. Only rows that have a record are links.',
  {
    report: Id.describe('The id of the report that opens.'),
    tab: Id.optional().describe('The tab that opens; by default the tab of the same id, or else the first.'),
    variant: Id.optional().describe('The variant that opens; by default the first.'),
    selectors: z
      .record(Name, Template)
      .default({})
      .describe(
        'A value for each selector of the report that opens, by name. Templates can name the selectors of this screen, the parameters of its tab and {key}: the row as a selector takes it, such as 2025-03-07, or 3 for March, week 3 or the third quarter. A date also has {keyYear}, {keyMonth} and {keyDay}, a week and a quarter {keyYear}. A column of a group has the parts of its name, such as {name}.',
      ),
  },
)

export type LinkDefinition = z.infer<typeof ReportLink>
