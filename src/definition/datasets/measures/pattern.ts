import { checkBounds, compileBounds, type GroupKind, type MeasureKind } from './measure-kind.ts'

/** Measures whose names match a pattern. */
export const pattern: MeasureKind<'pattern'> & GroupKind<'pattern'> = {
  compile: (measure) => {
    const { noun, spellings } = measure
    return {
      group: { kind: 'pattern', pattern: measure.pattern, noun, spellings, ...compileBounds(measure) },
    }
  },
  check: checkBounds,
  sentList: () => null,
  namePattern: (group) => group.pattern,
}
