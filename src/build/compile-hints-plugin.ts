import type { Plugin, Rolldown } from 'vite'

/** Chunks whose functions are nearly all called until the first table is shown. */
const CALLED_ON_LOAD = new Set(['base', 'pages', 'report'])

const HINT = '//# allFunctionsCalledOnLoad\n'

/** The last plugin that adds code to chunks. What compresses them starts when it ends. */
const LAST_CHANGE = 'vite:build-import-analysis'

/**
 * Marks chunks whose functions are called on load: Chromium then compiles them while they load and caches them, instead
 * of each at its first call. Other browsers ignore the comment. It counts only as the very first line.
 */
export function compileHintsPlugin(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    configResolved({ plugins }) {
      const last = plugins.find(({ name }) => name === LAST_CHANGE)
      const generate =
        typeof last?.generateBundle === 'object' ? last.generateBundle.handler : last?.generateBundle
      if (last === undefined || generate === undefined) throw new Error(`compile-hints: no ${LAST_CHANGE}`)
      last.generateBundle = async function (options, bundle, isWrite) {
        await generate.call(this, options, bundle, isWrite)
        addHints(bundle)
      }
    },
  }
}

function addHints(bundle: Rolldown.OutputBundle): void {
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && CALLED_ON_LOAD.has(chunk.name)) chunk.code = HINT + chunk.code
  }
}
