interface Lifted {
  readonly dataflow: unknown
  readonly functions: readonly string[]
}

/**
 * Takes the expressions of a Vega dataflow out of it as sources of functions and leaves their numbers: an expression
 * `{ code }` becomes `{ code: number }`, an encoder `{ marktype, channels }` becomes `{ channels: number }`.
 * Equal sources share a number. What the numbers mean at run time: `lifted-expressions.ts` of the chart's runtime.
 */
export function extractExpressions(dataflow: object): Lifted {
  const numbers = new Map<string, number>()
  const numberOf = (source: string): number => {
    const number = numbers.get(source) ?? numbers.size
    numbers.set(source, number)
    return number
  }
  const lift = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(lift)
    if (typeof node !== 'object' || node === null) return node
    if (isEncoder(node)) return { channels: numberOf(encoderSource(node)) }
    if ('code' in node && typeof node.code === 'string') {
      return { ...node, code: numberOf(`function(datum,_,event){return(${node.code})}`) }
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, lift(value)]))
  }
  return { dataflow: lift(dataflow), functions: [...numbers].map(([source]) => source) }
}

interface Encoder {
  readonly marktype: string
  readonly channels: Readonly<Record<string, { readonly code: string }>>
}

const isEncoder = (node: object): node is Encoder => 'marktype' in node && 'channels' in node

/** Sets each channel of an item and says whether any changed, as Vega's own code generator does. */
function encoderSource({ marktype, channels }: Encoder): string {
  const assignments = Object.entries(channels).map(([name, { code }]) => {
    const place = `o[${JSON.stringify(name)}]`
    return `$=${code};if(${place}!==$){${place}=$;m=1}`
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
