import type { ChartData, ChartModel } from './chart-type.ts'
import type { Json } from './specification.ts'

/** Completes a specification by the data, parameters and size of its chart: any Vega-Lite draws it as it is. */
export function buildStandaloneSpec(spec: Json, { plotArea, params, data }: ChartModel): Json {
  const { width, height, ...padding } = plotArea
  const { params: declared, ...rest } = omitEmptyLayers(spec, data)
  const text = JSON.stringify(rest)
  const values: Json = params
  const used = (declared as readonly { readonly name: string; readonly value: unknown }[])
    .filter(({ name }) => text.includes(name))
    .map((param) => (param.name in values ? { ...param, value: values[param.name] } : param))
  const panel = { width: values['child_width'], height: values['child_height'] }
  return {
    ...rest,
    ...('layer' in rest && { width, height }),
    ...('facet' in rest && { spec: { ...(rest['spec'] as Json), ...panel } }),
    padding,
    background: 'white',
    params: used,
    datasets: Object.fromEntries(Object.entries(data).filter(([name]) => text.includes(`"name":"${name}"`))),
  }
}

/** Leaves out the layers of datasets without a record, such as that of notes if there are none. */
function omitEmptyLayers(spec: Json, data: ChartData): Json {
  if (!isList(spec['layer'])) return spec
  const hasRecords = ({ data: source, layer }: Json) => {
    const { name } = (source ?? {}) as { readonly name?: string }
    return (name === undefined || (data[name] ?? []).length > 0) && !(isList(layer) && layer.length === 0)
  }
  return { ...spec, layer: spec['layer'].map((part) => omitEmptyLayers(part, data)).filter(hasRecords) }
}

const isList = (value: unknown): value is readonly Json[] => Array.isArray(value)
