import type { Plugin } from 'vite'

const CORE_FEATURES = /@tanstack\/table-core\/dist\/core\/coreFeatures\.js$/
const USE_TABLE = /@tanstack\/react-table\/dist\/useTable\.js$/

/**
 * Leaves out what the table library adds to every table and the portal does not use: models of headers and cells, and
 * the component that renders them. The grids render columns and values of rows themselves.
 */
export function tablePlugin(): Plugin {
  return {
    name: 'table',
    apply: 'build',
    transform: {
      filter: { id: [CORE_FEATURES, USE_TABLE] },
      handler: (code, id) => ({
        code: CORE_FEATURES.test(id) ? removeFeatures(code) : removeRenderer(code),
        map: null,
      }),
    },
  }
}

/** Removes the models of headers and cells from the features of every table. Throws if they are not found. */
export const removeFeatures = (code: string): string =>
  ['coreCellsFeature', 'coreHeadersFeature'].reduce(
    (rest, name) =>
      remove(remove(rest, new RegExp(`^import \\{ ${name} \\} .*\n`, 'm')), new RegExp(`^\t${name},\n`, 'm')),
    code,
  )

/** Removes the component that renders cells and headers. Throws if it is not found. */
export const removeRenderer = (code: string): string =>
  remove(remove(code, /^import \{ FlexRender \} .*\n/m), /^\s*tableInstance\.FlexRender = FlexRender;\n/m)

function remove(code: string, part: RegExp): string {
  if (!part.test(code))
    throw new Error(`table: the library has no ${part.source}; adapt src/build/table-plugin.ts`)
  return code.replace(part, '')
}
