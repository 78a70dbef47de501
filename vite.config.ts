import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import type { BuildOptions } from 'vite'
import { defineConfig } from 'vitest/config'
import { apiPlugin } from './src/build/api-plugin.ts'
import { parseBasePath } from './src/build/base-path.ts'
import { chartsPlugin } from './src/build/charts-plugin.ts'
import { compileHintsPlugin } from './src/build/compile-hints-plugin.ts'
import { getDevAddress } from './src/build/dev-server.ts'
import { reportsPlugin } from './src/build/reports-plugin.ts'
import { routerPlugin } from './src/build/router-plugin.ts'
import { tablePlugin } from './src/build/table-plugin.ts'
import { projects } from './tests/projects.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The router's own exports lead to its development build only. React has what the shim brings to older ones. */
export const lightParts = [
  { find: /^react-router$/, replacement: here('node_modules/react-router/dist/production/index.mjs') },
  {
    find: /^react-router\/dom$/,
    replacement: here('node_modules/react-router/dist/production/dom-export.mjs'),
  },
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
  // One module for each operator, of which only the used ones are bundled.
  {
    find: /^vega-(encode|transforms|view-transforms)$/,
    replacement: here('node_modules/vega-$1/index.js'),
  },
  { find: /^vega-functions$/, replacement: here('src/chart/view/vega-functions.ts') },
  {
    find: /^(?:d3-dsv|d3-scale-chromatic|topojson-client)$/,
    replacement: here('src/chart/view/vega-unused.ts'),
  },
]

const VEGA_PARTS = /node_modules\/vega-(?:encode|expression|functions|transforms|view-transforms)\//

/** What the sign-in screen stands on: one file, which a new release leaves as it is. */
const BASE = /node_modules\/(?:react|react-dom|scheduler|xstate|@xstate|zod)\//

/** The files that every page has loaded before it loads code. */
const FIRST_FILES = /\/(?:base|index|pages|rolldown-runtime)-[^/]*\.(?:js|css)$/

/** What every page of a signed-in user stands on, and small parts that would cost more bytes as chunks of their own. */
const PAGES = [
  /node_modules\/(?:react-router|react-router-dom)\//,
  /src\/(?:web\/(?:layout\/(?!header)|app\/signed-in-routes|reports\/report-plans)|report\/report-list)/,
  /src\/web\/components\/(?:browser-hooks|card|link|page|select-field|tab-links)\./,
]

/** The screen of a report with its table; charts and files of a report use parts of it. What loads later is not named. */
const REPORT = [
  /node_modules\/@tanstack\/(?:react-table|table-core|react-store|store)\//,
  /src\/report\/(?:calendar|compare|format|header-groups|json-path|key-kind|keys|labels|links|options)\./,
  /src\/report\/(?:periods|response|rows|selection|selector-kind|selectors|series|table|template|totals|url-state)\./,
  /src\/report\/columns\/(?:column-kind|field|index|sum)\./,
  /src\/web\/(?:machines\/report-|reports\/(?:filter-form|report-screen|report-services|report-view|screen-tabs|use-report)\.)/,
  /src\/web\/components\/(?:data-table\/(?!virtual-grid\.|header-tips|cells\/|columns-panel|table-extras)|tabs|toggle-group)/,
]

const isOf = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id))

/** How the browser's code is bundled. */
export const bundle = {
  treeshake: { moduleSideEffects: [{ test: VEGA_PARTS, sideEffects: false }] },
  output: {
    codeSplitting: {
      groups: [
        { name: 'base', test: BASE },
        { name: 'first', tags: ['$initial'] },
        { name: 'pages', test: isOf(PAGES) },
        { name: 'report', test: isOf(REPORT) },
      ],
    },
  },
} satisfies BuildOptions['rolldownOptions']

/** Text files of the portal are compressed at build, so that the server does not compress. */
const precompress = compression({
  include: /\.(js|css|html|svg|json)$/,
  threshold: 1024,
  algorithms: [
    defineAlgorithm('gzip', { level: 9 }),
    defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  ],
})

export default defineConfig(({ command, isSsrBuild }) => ({
  base: parseBasePath(process.env['BASE_PATH']),
  plugins: [
    react(),
    tailwindcss(),
    reportsPlugin(),
    chartsPlugin(),
    routerPlugin(),
    tablePlugin(),
    apiPlugin(),
    ...(isSsrBuild ? [] : [compileHintsPlugin(), precompress]),
  ],
  server: getDevAddress(process.env),
  resolve: {
    alias: [
      // react-vega needs no more of vega-embed than making a view: the charts come compiled.
      { find: 'vega-embed', replacement: here('src/chart/view/vega-embed-shim.ts') },
      { find: /^vega-functions\/src\//, replacement: here('node_modules/vega-functions/src/') },
      ...(command === 'build' ? lightParts : []),
    ],
  },
  build: isSsrBuild
    ? {
        target: 'node20',
        copyPublicDir: false,
        emptyOutDir: true,
        // What runs where nothing but the built product and its packages are.
        rolldownOptions: {
          input: {
            main: 'src/server/main.ts',
            admin: 'src/cli/admin.ts',
            data: 'src/cli/data.ts',
            'hash-worker': 'src/server/auth/hash-worker.ts',
            'workbook-worker': 'src/server/workbook/worker.ts',
          },
        },
      }
    : {
        outDir: 'dist/portal',
        emptyOutDir: true,
        target: 'es2023',
        // Every browser of this target preloads modules by itself.
        modulePreload: {
          polyfill: false,
          // What the page itself has loaded needs no preload by the code that it loads.
          resolveDependencies: (_file, files, { hostType }) =>
            hostType === 'html' ? files : files.filter((file) => !FIRST_FILES.test(file)),
        },
        rolldownOptions: bundle,
      },
  test: {
    // Real hashes, files and databases take their time where few cores are shared.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Most files wait for a server or a database, so that one file at a time would leave a core of two unused.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects,
  },
}))
