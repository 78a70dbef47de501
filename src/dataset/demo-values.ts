import type { DemoDefinition } from '../../schemas/dataset/definition.ts'
import type { DimensionPlan } from './dataset-plan.ts'

/** Lists the values of a dimension that demo records have: all of a closed one, of an open one those of the demo. */
export const listDemoValues = (
  { id, values }: Pick<DimensionPlan, 'id' | 'values'>,
  demo: DemoDefinition | null,
): readonly string[] => {
  if (values !== null) return values
  return demo === null || 'average' in demo ? [] : Object.keys(demo.dimensions[id] ?? {})
}
