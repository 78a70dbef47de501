import * as z from 'zod/mini'
import { boundedText, NoId, SameId } from './parameters.ts'

export const MAX_VIEWS = 100

export const SavedView = z.object({
  id: z.int(),
  report: z.string(),
  name: z.string(),
  /** The path of the portal that opens it, with its query. */
  address: z.string(),
  /** Opens in place of its report without a choice. */
  isDefault: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

const content = {
  name: boundedText(100).check(
    z.overwrite((text) => text.replaceAll(/\s+/g, ' ').trim()),
    z.minLength(1, 'must not be blank'),
    z.refine((text) => !/[\p{Cc}\p{Bidi_Control}]/u.test(text), {
      error: 'must not contain control characters',
    }),
  ),
  address: boundedText(4_000).check(z.regex(/^\/(?![/\\])/, 'must be a path with one leading slash')),
  isDefault: z.boolean(),
}

export const CreateViewRequest = z.strictObject({ id: NoId, ...content })
export type ViewForm = Omit<z.output<typeof CreateViewRequest>, 'id'>

/** Body of `PUT /v1/views/{id}`; the report of a read may be sent, and follows from the address. */
export const UpdateViewRequest = z.strictObject({
  id: SameId,
  report: z.optional(boundedText(200)),
  ...content,
})
