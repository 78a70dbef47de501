import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { apiPlugin } from './src/build/api-plugin.ts'
import { chartsPlugin } from './src/build/charts-plugin.ts'
import { precompressPlugin } from './src/build/precompress-plugin.ts'
import { reportsPlugin } from './src/build/reports-plugin.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), reportsPlugin(), chartsPlugin(), apiPlugin(), precompressPlugin()],
  // react-vega needs no more of vega-embed than making a view: the charts come compiled.
  resolve: { alias: { 'vega-embed': fileURLToPath(new URL('src/ui/chart/embed.ts', import.meta.url)) } },
  build: isSsrBuild
    ? { target: 'node20', copyPublicDir: false, emptyOutDir: true }
    : { outDir: 'dist/portal', emptyOutDir: true, target: 'es2023' },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    // Real hashes, files and databases take their time where few cores are shared.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
}))
