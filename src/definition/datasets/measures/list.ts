import { checkBounds, compileBounds, type GroupKind, type MeasureKind } from './measure-kind.ts'

/** Measures with any names, which a list in the response contains. */
export const list: MeasureKind<'list'> & GroupKind<'list'> = {
  compile: (measure) => {
    const { noun, reserved } = measure
    return { group: { kind: 'list', list: measure.list, noun, reserved, ...compileBounds(measure) } }
  },
  check: checkBounds,
  sentList: (group) => group.list,
  namePattern: () => null,
}
