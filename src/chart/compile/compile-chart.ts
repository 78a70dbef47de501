import { type Mark, parse, type Spec } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { shapeMark, vegaSpec } from '../vega-spec.ts'

/**
 * Compiles Vega-Lite to Vega to the dataflow that a View runs, with the sources of its expressions as functions, to which
 * it refers by index: the browser needs no compiler, no parser, no interpreter and no eval.
 */
export function compileChart() {
  const warnings: string[] = []
  const logger = {
    level: () => logger,
    error: (...parts: unknown[]) => (warnings.push(parts.join(' ')), logger),
    warn: (...parts: unknown[]) => (warnings.push(parts.join(' ')), logger),
    info: () => logger,
    debug: () => logger,
  }
  const vega = addShapes(compile(vegaSpec as unknown as TopLevelSpec, { logger }).spec)
  return { ...extractExpressions(parse(vega)), warnings }
}

function addShapes({ data = [], marks = [], ...spec }: Spec): Spec {
  const { before, mark } = shapeMark
  const index = marks.findIndex(({ from }) => from !== undefined && 'data' in from && from.data === before)
  return {
    ...spec,
    data: [...data, { name: mark.from.data }],
    marks: marks.toSpliced(index, 0, mark as unknown as Mark),
  }
}

/**
 * Replaces the expressions of a Vega dataflow by indexes into a list of function sources: an expression `{ code }`
 * becomes `{ code: index }`, an encoder `{ marktype, channels }` becomes `{ channels: index }`. Equal sources share an
 * index. At run time `view/vega-runtime.ts` runs the functions.
 */
function extractExpressions(dataflow: object) {
  const indexes = new Map<string, number>()
  const indexSource = (source: string): number => {
    const index = indexes.get(source) ?? indexes.size
    indexes.set(source, index)
    return index
  }
  const extract = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(extract)
    if (typeof node !== 'object' || node === null) return node
    if (isEncoder(node)) return { channels: indexSource(buildEncoderSource(node)) }
    if ('code' in node && typeof node.code === 'string') {
      return { ...node, code: indexSource(`function(datum,_,event){return(${node.code})}`) }
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, extract(value)]))
  }
  return { dataflow: extract(dataflow), functions: [...indexes].map(([source]) => source) }
}

interface Encoder {
  readonly marktype: string
  readonly channels: Readonly<Record<string, { readonly code: string }>>
}

const isEncoder = (node: object): node is Encoder => 'marktype' in node && 'channels' in node

/** A function that sets the channels of an item and returns whether any changed, like Vega's own code generator. */
function buildEncoderSource({ marktype, channels }: Encoder): string {
  const assignments = Object.entries(channels).map(([name, { code }]) => {
    const property = `o[${JSON.stringify(name)}]`
    return `$=${code};if(${property}!==$){${property}=$;m=1}`
  })
  const sides = marktype === 'rule' ? '' : side('x', 'width') + side('y', 'height')
  return `function(item,_){var o=item,datum=o.datum,m=0,$;${assignments.join(';')};${sides}return m}`

  function side(low: 'x' | 'y', size: 'width' | 'height'): string {
    const [high, centre] = [`${low}2`, `${low}c`]
    const swaps = marktype === 'group' || marktype === 'image' || marktype === 'rect'
    const swap = swaps ? `if(o.${low}>o.${high}){$=o.${low};o.${low}=o.${high};o.${high}=$}` : ''
    const span = channels[low] ? `${swap}o.${size}=o.${high}-o.${low};` : `o.${low}=o.${high}-(o.${size}||0);`
    return (channels[high] ? span : '') + (channels[centre] ? `o.${low}=o.${centre}-(o.${size}||0)/2;` : '')
  }
}
