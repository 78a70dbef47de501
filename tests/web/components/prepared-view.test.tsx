// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PreparedView } from '../../../src/web/components/prepared-view.tsx'

const ready = () => Promise.resolve()
const never = () => new Promise<void>(() => undefined)

let root: Root
let uncaught: unknown[]
/** The work that waits for an idle page. */
let idleWork: Map<number, () => void>

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
  uncaught = []
  root = createRoot(document.querySelector('#root') ?? document.body, {
    onUncaughtError: (error) => uncaught.push(error),
  })
  idleWork = new Map()
  let count = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    idleWork.set(++count, work)
    return count
  })
  vi.stubGlobal('cancelIdleCallback', (handle: number) => idleWork.delete(handle))
})

afterEach(() => {
  flushSync(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type View = { isShown: boolean; text: string; prepare?: (() => Promise<unknown>) | null }

const Content = ({ text, isShown }: { text: string; isShown: boolean }) => {
  if (text === 'broken') throw new Error('cannot be rendered')
  return <p>{`${text}, ${isShown ? 'shown' : 'prepared'}`}</p>
}

const render = ({ isShown, text, prepare = ready }: View) =>
  flushSync(() =>
    root.render(
      <PreparedView isShown={isShown} prepare={prepare}>
        <Content text={text} isShown={isShown} />
      </PreparedView>,
    ),
  )

const content = () => document.querySelector('p')

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Runs what waits for an idle page until nothing does, nor for the frames between. */
async function beIdle() {
  await vi.advanceTimersByTimeAsync(1_000)
  do {
    for (const [handle, work] of idleWork) {
      idleWork.delete(handle)
      work()
    }
    for (let frame = 0; frame < 3; frame++) await nextFrame()
  } while (idleWork.size > 0)
}

describe('a view that is rendered ahead', () => {
  test('renders hidden content while the page is idle, and shows the same element later', async () => {
    render({ isShown: false, text: 'March' })
    expect(content()).toBeNull()
    await beIdle()
    await vi.waitFor(() => expect(content()?.textContent).toBe('March, prepared'))
    const prepared = content()
    expect(prepared?.closest('[hidden], [class*="content-visibility:hidden"]')).not.toBeNull()
    render({ isShown: true, text: 'March' })
    expect(content()).toBe(prepared)
    expect(content()?.closest('[hidden], [class*="content-visibility:hidden"]')).toBeNull()
  })

  test('shows current data although it was rendered before they changed', async () => {
    render({ isShown: false, text: 'March' })
    await beIdle()
    await vi.waitFor(() => expect(content()).not.toBeNull())
    render({ isShown: false, text: 'April' })
    expect(content()?.textContent).toBe('March, prepared')
    render({ isShown: true, text: 'April' })
    expect(content()?.textContent).toBe('April, shown')
  })

  test('fails quietly while it is hidden, and renders the content once it is shown', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    render({ isShown: false, text: 'broken' })
    await beIdle()
    await vi.waitFor(() => expect(logged).toHaveBeenCalled())
    expect(document.querySelector('#root')?.textContent).toBe('')
    render({ isShown: true, text: 'April' })
    expect(content()?.textContent).toBe('April, shown')
  })

  test('does not hide the error of content that is shown', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    render({ isShown: false, text: 'broken' })
    await beIdle()
    await vi.waitFor(() => expect(logged).toHaveBeenCalled())
    expect(uncaught).toEqual([])
    render({ isShown: true, text: 'broken' })
    expect(uncaught).toEqual([new Error('cannot be rendered')])
  })

  test('shows content at once while its code is still being prepared', async () => {
    render({ isShown: false, text: 'March', prepare: never })
    await beIdle()
    render({ isShown: true, text: 'March', prepare: never })
    expect(content()?.textContent).toBe('March, shown')
  })

  test('ignores code that cannot be loaded', async () => {
    const prepare = () => Promise.reject(new Error('offline'))
    render({ isShown: false, text: 'March', prepare })
    await beIdle()
    expect(content()).toBeNull()
    render({ isShown: true, text: 'March', prepare })
    expect(content()?.textContent).toBe('March, shown')
  })

  test('is not rendered ahead where nothing is to be prepared, or where the user saves data', async () => {
    render({ isShown: false, text: 'March', prepare: null })
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    render({ isShown: false, text: 'March' })
    await beIdle()
    expect(content()).toBeNull()
  })

  test('renders nothing if it is left before its code is there', async () => {
    let finish = (): void => undefined
    const prepare = () => new Promise<void>((resolve) => (finish = resolve))
    render({ isShown: false, text: 'March', prepare })
    await beIdle()
    flushSync(() => root.render(null))
    finish()
    await beIdle()
    expect(document.querySelector('#root')?.textContent).toBe('')
  })
})
