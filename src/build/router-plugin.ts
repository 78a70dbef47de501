import type { Plugin } from 'vite'

const PRODUCTION_BUILD = /node_modules\/react-router\/dist\/production\//

/**
 * Marks what the router makes when it is loaded, its contexts and components, as free of side effects: its bundle does
 * not, so that forms, prefetching and fetchers would stay in the portal without being used.
 */
export function routerPlugin(): Plugin {
  return {
    name: 'router',
    apply: 'build',
    transform: {
      filter: { id: PRODUCTION_BUILD },
      handler: (code) => ({ code: markPure(code), map: null }),
    },
  }
}

export const markPure = (code: string): string =>
  code
    .replace(/^(var \w+ = )(\w+\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2')
    .replace(/^\w+\.displayName = "\w+";$/gm, '')
