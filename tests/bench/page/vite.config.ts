import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { reportsPlugin } from '../../../src/build/virtual-modules.ts'
import { bundle } from '../../../vite.config.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The table and the charts of the portal on a page of their own, for comparison with other libraries. */
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [react(), tailwindcss(), reportsPlugin(here('reports'))],
  build: {
    outDir: here('../../../dist/bench'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: bundle,
  },
})
