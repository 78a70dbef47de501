import { z } from 'zod'
import { MAX_AMOUNT } from '../api/amount.ts'

/** The name of a field in responses, bodies and imported files. */
export const FieldName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_]\w*$/, 'a letter, then letters, digits and underscores')
  .meta({
    id: 'FieldName',
    description: 'A field of a record, as it is sent.',
    examples: ['droppedCalls'],
  })

export const DatasetId = z
  .string()
  .max(100)
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens')
  .meta({ description: 'Lower-case words joined by hyphens.', examples: ['call-quality'] })

/** A bound of amounts; beyond the largest a double loses its second decimal. */
export const Bound = z.number().min(-MAX_AMOUNT).max(MAX_AMOUNT)
