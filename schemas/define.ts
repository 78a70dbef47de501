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

/** What a plan takes over of a definition: the same, which nobody changes. */
export type Frozen<T> = T extends readonly (infer U)[]
  ? readonly Frozen<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T
