import type { Plugin } from 'vite'

const MODULE = 'virtual:chart'

/** Compiles the Vega-Lite specification of the charts at build. A warning of the compiler fails the build. */
export function chartsPlugin(): Plugin {
  return {
    name: 'charts',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null
      const { compileChart } = await import('../chart/compile/compile-chart.ts')
      const { dataflow, functions, warnings } = compileChart()
      if (warnings.length > 0) this.error(`chart: ${warnings.join('; ')}`)
      return `export default { dataflow: JSON.parse(${JSON.stringify(JSON.stringify(dataflow))}), functions: [${functions.join(',\n')}] }`
    },
  }
}
