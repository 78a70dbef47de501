import { availableParallelism } from 'node:os'
import { constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import type { BuildOptions } from 'vite'
import { defineConfig } from 'vitest/config'
import { apiPlugin, getDevAddress, parseBasePath } from './src/build/serve.ts'
import { reportsPlugin } from './src/build/virtual-modules.ts'
import { projects } from './tests/projects.ts'

/** Text files of the portal are compressed at build, so that the server does not compress. */
const precompress = compression({
  include: /\.(js|css|html|svg|json)$/,
  threshold: 1024,
  algorithms: [
    defineAlgorithm('gzip', { level: 9 }),
    defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  ],
})

/** Ends the build with the diagnostics alone: the stack of a plugin would hide them. */
function endBuild({ message }: Error): void {
  process.stderr.write(`${message}\nThe portal was not built.\n`)
  process.exit(1)
}

const LIBRARIES = 'libraries'

/**
 * How the browser's code is bundled. What every page needs is two files: libraries, which a release rarely changes, and the
 * portal. The comment lets Chromium compile the functions of the libraries while they load, not each at its first call,
 * which makes the first table a quarter faster (https://v8.dev/blog/explicit-compile-hints).
 */
export const bundle = {
  output: {
    postBanner: ({ name }) => (name === LIBRARIES ? '//# allFunctionsCalledOnLoad' : ''),
    codeSplitting: {
      groups: [
        { name: LIBRARIES, test: /node_modules/, tags: ['$initial'] },
        { name: 'first', tags: ['$initial'] },
        // What builds a table, with all that it needs: many small files cost more than a larger one.
        { name: 'report', test: /src[\\/]report[\\/]table[\\/]build-table/ },
        { name: 'controls', test: /src[\\/]web[\\/]kit[\\/](?:card|search-field|select-field|tabs)\.tsx/ },
      ],
    },
  },
} satisfies BuildOptions['rolldownOptions']

export default defineConfig(({ isSsrBuild }) => ({
  base: parseBasePath(process.env['BASE_PATH']),
  plugins: [
    react(),
    tailwindcss(),
    reportsPlugin(undefined, undefined, endBuild),
    apiPlugin(),
    ...(isSsrBuild ? [] : [precompress]),
  ],
  // Its parts load on demand.
  worker: { format: 'es' },
  server: getDevAddress(process.env),
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
            'hash-worker': 'src/server/identity/passwords/hash-pool.ts',
            'render-worker': 'src/server/delivery/render-worker.ts',
          },
        },
      }
    : {
        outDir: 'dist/portal',
        emptyOutDir: true,
        target: 'es2023',
        // The charts are one lazy part of this size.
        chunkSizeWarningLimit: 1_200,
        // Every browser of this target preloads modules by itself.
        modulePreload: { polyfill: false },
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
