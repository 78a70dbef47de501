// @vitest-environment happy-dom
import { startTransition, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyWithPreload, whenIdle } from '../../../src/web/kit/lazy-loading.tsx'

const Screen = () => <p>loaded</p>
const root = () => {
  document.body.innerHTML = '<div id="root"></div>'
  return createRoot(document.querySelector('#root') ?? document.body)
}
const shown = () => document.body.textContent
const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => logged.mockClear())

test('renders code that is loaded meanwhile, without an error of React', async () => {
  const Lazy = lazyWithPreload(() => Promise.resolve({ default: Screen }))
  const screen = root()
  screen.render(<Suspense fallback="wait" />)
  await new Promise((done) => setTimeout(done, 20))
  // React waits for code that is loaded during a transition, and renders again.
  startTransition(() =>
    screen.render(
      <StrictMode>
        <Suspense fallback="wait">
          <Lazy.Component />
        </Suspense>
      </StrictMode>,
    ),
  )
  await vi.waitFor(() => expect(shown()).toBe('loaded'))
  expect(logged).not.toHaveBeenCalled()
})

test('renders loaded code at once', async () => {
  const Lazy = lazyWithPreload(() => Promise.resolve({ default: Screen }))
  await Lazy.preload()
  flushSync(() =>
    root().render(
      <Suspense fallback="wait">
        <Lazy.Component />
      </Suspense>,
    ),
  )
  expect(shown()).toBe('loaded')
})

test('work waits for an idle page, and a moment where the browser reports none, as Safari', () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', undefined)
  try {
    const work = vi.fn<() => void>()
    whenIdle(work)
    vi.advanceTimersByTime(100)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(200)
    expect(work).toHaveBeenCalledOnce()
    const cancelled = vi.fn<() => void>()
    whenIdle(cancelled)()
    vi.advanceTimersByTime(5_000)
    expect(cancelled).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})
