import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chartsPlugin } from '../../../src/build/charts-plugin.ts'
import { compileHintsPlugin } from '../../../src/build/compile-hints-plugin.ts'
import { reportsPlugin } from '../../../src/build/reports-plugin.ts'
import { routerPlugin } from '../../../src/build/router-plugin.ts'
import { tablePlugin } from '../../../src/build/table-plugin.ts'
import { bundle, lightParts } from '../../../vite.config.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The table and the charts of the portal on a page of their own, for comparison with other libraries. */
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [
    react(),
    tailwindcss(),
    reportsPlugin(here('reports')),
    chartsPlugin(),
    routerPlugin(),
    tablePlugin(),
    compileHintsPlugin(),
  ],
  resolve: {
    alias: [
      { find: 'vega-embed', replacement: here('../../../src/chart/view/vega-embed-shim.ts') },
      { find: /^vega-functions\/src\//, replacement: here('../../../node_modules/vega-functions/src/') },
      ...lightParts,
    ],
  },
  build: {
    outDir: here('../../../dist/bench'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      ...bundle,
      // The one page has everything but the charts from the start.
      output: {
        ...bundle.output,
        codeSplitting: { groups: bundle.output.codeSplitting.groups.filter(({ name }) => name !== 'first') },
      },
    },
  },
})
