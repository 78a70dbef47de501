// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { PreparedView } from '../../../src/web/kit/prepared-view.tsx'

vi.mock('../../../src/web/contexts/portal-settings.ts', () => ({ getSettings: () => ({}) }))

const ready = () => Promise.resolve()

/** The work that waits for an idle page. */
let idle: (() => void) | null = null
vi.stubGlobal('requestIdleCallback', (work: () => void) => (idle = work))
vi.stubGlobal('cancelIdleCallback', () => (idle = null))

document.body.innerHTML = '<div id="root"></div>'
const container = document.querySelector('#root') ?? document.body
const createQuietRoot = () => createRoot(container, { onCaughtError: () => undefined })
let root = createQuietRoot()
afterEach(() => {
  flushSync(() => root.unmount())
  root = createQuietRoot()
})

const render = (isShown: boolean, text: string, prepare: (() => Promise<unknown>) | null = ready) =>
  flushSync(() =>
    root.render(
      <PreparedView isShown={isShown} prepare={prepare}>
        <p>{`${text}, ${isShown ? 'shown' : 'prepared'}`}</p>
      </PreparedView>,
    ),
  )

const content = () => document.querySelector('p')

/** Runs what waits for an idle page until nothing does, and what follows. */
async function beIdle() {
  while (idle !== null) {
    const work = idle
    idle = null
    work()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('renders hidden content while the page is idle, and shows the same element with its current data', async () => {
  render(false, 'March')
  expect(content()).toBeNull()
  await beIdle()
  const prepared = content()
  expect(prepared?.textContent).toBe('March, prepared')
  expect(prepared?.parentElement?.className).toContain('content-visibility:hidden')
  render(false, 'April')
  expect(content()?.textContent).toBe('March, prepared')
  render(true, 'April')
  expect(content()).toBe(prepared)
  expect(content()?.textContent).toBe('April, shown')
  expect(content()?.parentElement?.className).toBe('')
})

test.each([
  ['is still loading', () => new Promise<void>(() => undefined)],
  ['cannot be loaded', () => Promise.reject(new Error('offline'))],
  ['is not to be prepared', null],
])('content whose code %s is not rendered ahead, but when it is shown', async (_, prepare) => {
  render(false, 'March', prepare)
  await beIdle()
  expect(content()).toBeNull()
  render(true, 'March', prepare)
  expect(content()?.textContent).toBe('March, shown')
})

test('content that fails is not seen until it is shown, and then fails in its own place', async () => {
  const Failing = (): never => {
    throw new Error('no chart')
  }
  const show = (isShown: boolean) =>
    flushSync(() =>
      root.render(
        <>
          <h1>March</h1>
          <PreparedView isShown={isShown} prepare={ready}>
            <Failing />
          </PreparedView>
        </>,
      ),
    )
  show(false)
  await beIdle()
  expect(container.querySelector('h1')?.textContent).toBe('March')
  expect(container.querySelector('[role=alert]')?.closest('.invisible')).not.toBeNull()
  show(true)
  expect(container.querySelector('h1')?.textContent).toBe('March')
  expect(container.querySelector('[role=alert]')?.textContent).toContain('Something went wrong')
  expect(container.querySelector('.invisible')).toBeNull()
})
