import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { markPure } from '../../src/build/router-plugin.ts'

const FOLDER = 'node_modules/react-router/dist/production'

const bundle = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'))
  .join('\n')

test('marks a component and a context, and removes their names', () => {
  const code = [
    'var Link = React10.forwardRef(',
    '  function LinkWithRef() {}',
    ');',
    'Link.displayName = "Link";',
    'var RouteContext = React.createContext({',
    '});',
  ]
  expect(markPure(code.join('\n')).split('\n')).toEqual([
    'var Link = /* @__PURE__ */ React10.forwardRef(',
    '  function LinkWithRef() {}',
    ');',
    '',
    'var RouteContext = /* @__PURE__ */ React.createContext({',
    '});',
  ])
})

test('leaves nothing unmarked in the bundle of the installed router', () => {
  const marked = markPure(bundle)
  expect(bundle.match(/^var \w+ = React\d*\.(?:createContext|forwardRef)\(/gm)?.length).toBeGreaterThan(10)
  expect(marked.match(/^var \w+ = React\d*\.(?:createContext|forwardRef|memo)\(/gm)).toBeNull()
  expect(marked.match(/^\w+\.displayName/gm)).toBeNull()
})
