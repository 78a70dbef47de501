import type { Plugin } from 'vite'
import type { ChartVariant } from '../chart/vega-spec.ts'
import { chartTypeNames } from '../report/plan.ts'

const MODULES: ReadonlyMap<string, ChartVariant> = new Map([
  ['virtual:chart-specs', 'screen'],
  ['virtual:chart-image-specs', 'image'],
])

/**
 * Compiles the charts' Vega-Lite specifications at build: `virtual:chart-specs` for the screen and
 * `virtual:chart-image-specs` for files. A warning of the compiler fails the build.
 */
export function chartsPlugin(): Plugin {
  return {
    name: 'charts',
    resolveId: (id) => (MODULES.has(id) ? `\0${id}` : null),
    async load(id) {
      const variant = MODULES.get(id.slice(1))
      if (variant === undefined || !id.startsWith('\0')) return null
      const { compileChart } = await import('../chart/compile/compile-chart.ts')
      const charts = chartTypeNames.map((type) => {
        const { dataflow, functions, warnings } = compileChart(type, variant)
        if (warnings.length > 0) this.error(`chart ${type} (${variant}): ${warnings.join('; ')}`)
        return `${type}: { dataflow: JSON.parse(${JSON.stringify(JSON.stringify(dataflow))}), functions: [${functions.join(',\n')}] }`
      })
      return `export default { ${charts.join(',\n')} }`
    },
  }
}
