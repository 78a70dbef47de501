import * as z from 'zod/mini'

type OrEmpty<T> = T extends string ? string : T extends boolean ? boolean : T | null

type LenientShape<Shape extends z.core.$ZodShape, Required> = {
  -readonly [Key in keyof Shape]: Key extends Required
    ? Shape[Key]
    : z.ZodMiniType<OrEmpty<z.core.output<Shape[Key]>>>
}

/**
 * Reads an object that a server sends to the browser. Other servers omit fields or send null: a missing value becomes
 * an empty text, `false` or null, except in the `required` fields. Unknown fields are dropped.
 */
export function lenient<Shape extends z.core.$ZodShape, Key extends keyof Shape & string>(
  { shape }: z.ZodMiniObject<Shape>,
  required: readonly Key[],
): z.ZodMiniObject<LenientShape<Shape, Key>> {
  const names: readonly string[] = required
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    names.includes(name) ? field : orEmpty(field),
  ])
  return z.object(Object.fromEntries(fields) as LenientShape<Shape, Key>)
}

const EMPTY: Readonly<Record<string, unknown>> = { string: '', boolean: false }

function orEmpty(field: z.core.$ZodType) {
  const empty = EMPTY[field._zod.def.type] ?? null
  return z.pipe(
    z.optional(z.nullable(field)),
    z.transform((value) => value ?? empty),
  )
}

/** Returns a page of a list, with the number of records in the whole list. */
export const lenientPage = <T extends z.ZodMiniType>(record: T) =>
  z.object({
    records: z.pipe(
      z.nullable(z.array(record)),
      z.transform((list) => list ?? []),
    ),
    totalCount: z.number(),
  })

/** Returns the response of a read of one record: the record, or a list of exactly one. */
export const singleRead = <T extends z.ZodMiniType>(record: T) =>
  z.pipe(
    z.transform((value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value)),
    record,
  )

export const lenientRecord = <T extends z.ZodMiniType>(record: T) => z.object({ records: singleRead(record) })

/** An envelope as the browser reads it, whatever its records are. */
export const AnyEnvelope = z.object({
  success: z.boolean(),
  message: z.optional(z.nullable(z.string())),
  records: z.optional(z.unknown()),
})

/** An error as the browser reads it: servers send its message under either of two names. */
export const AnyError = z.object({
  success: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  requestId: z.optional(z.unknown()),
  code: z.optional(z.unknown()),
})

/** The response of a report's URL as the browser reads it; the definition says where its records are. */
export const ReportEnvelope = z.looseObject({
  success: z.boolean(),
  message: z.optional(z.nullable(z.string())),
})
