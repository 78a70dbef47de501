import { expect } from '@playwright/test'
import { type Engine, type InputStep, poll } from './engine.ts'
import { findElements, type PageElement, type Request, type Target } from './page-elements.ts'

/** Keys by their names, as WebDriver writes them. */
const KEYS = {
  ArrowDown: '\uE015',
  Control: '\uE009',
  Enter: '\uE006',
  Escape: '\uE00C',
  Shift: '\uE008',
  Space: ' ',
  Tab: '\uE004',
} as const

export type Key = keyof typeof KEYS

const MAX_TABS = 150

/** What a command meets while the page changes to another one; it is repeated. */
const LEAVING = /no such (?:frame|window)|discarded|destroyed|unload|aborted|navigat/i

/** A page of an engine, used as a person does: by mouse and keys, and by what is visible. */
export class EnginePage {
  readonly engine: Engine
  readonly #origin: string

  constructor(engine: Engine, origin: string) {
    this.engine = engine
    this.#origin = origin
  }

  async open(path: string): Promise<void> {
    await this.engine.open(`${this.#origin}${path}`)
  }

  /** Opens the sign-in screen of a browser that has no session and remembers nothing. */
  async openSignIn(): Promise<void> {
    await this.open('/settings.properties')
    await this.engine.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    }, null)
    await this.open('/login')
  }

  getTitle(): Promise<string> {
    return this.engine.evaluate(() => document.title, null)
  }

  find(target: Target): Promise<readonly PageElement[]> {
    return this.#find({ target })
  }

  async #find(request: Request): Promise<readonly PageElement[]> {
    try {
      return await this.engine.evaluate(findElements, request)
    } catch (error) {
      if (error instanceof Error && LEAVING.test(error.message)) return []
      throw error
    }
  }

  /** Waits for the texts of all elements of a target. */
  async expectTexts(target: Target, texts: readonly (string | RegExp)[]): Promise<void> {
    const expected = texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text)))
    await poll(async () => (await this.find(target)).map(({ text }) => text)).toEqual(expected)
  }

  /** Waits for the only element of a target. */
  async expectOne(target: Target): Promise<PageElement> {
    let found: readonly PageElement[] = []
    const count = async () => {
      found = await this.find(target)
      return found.length
    }
    await poll(count, JSON.stringify(target)).toBe(1)
    const [element] = found
    if (element === undefined) throw new Error('no element')
    return element
  }

  async expectNone(target: Target): Promise<void> {
    await poll(async () => (await this.find(target)).length, JSON.stringify(target)).toBe(0)
  }

  /** Moves the mouse to the first element, as soon as it lies still and nothing covers it. */
  async hover(target: Target): Promise<void> {
    const { x, y } = await this.#reach(target)
    await this.#point([{ type: 'pointerMove', duration: 0, origin: 'viewport', x, y }])
  }

  async click(target: Target): Promise<void> {
    const { x, y } = await this.#reach(target)
    await this.#point([
      { type: 'pointerMove', duration: 0, origin: 'viewport', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }

  async #reach(target: Target): Promise<PageElement> {
    let last: PageElement | undefined
    const isStill = async () => {
      const before = last
      const [first] = await this.#find({ target, act: 'scroll' })
      last = first
      if (first === undefined || !first.isEnabled || !first.isReachable) return false
      return first.x === before?.x && first.y === before.y
    }
    await poll(isStill, `to reach ${JSON.stringify(target)}`).toBe(true)
    if (last === undefined) throw new Error('no element')
    return last
  }

  async #point(actions: readonly InputStep[]): Promise<void> {
    const parameters = { pointerType: 'mouse' } as const
    await this.engine.perform([{ type: 'pointer', id: 'mouse', parameters, actions }])
  }

  /** Chooses an option of a native list, as soon as it is offered. */
  async choose(label: string, option: string): Promise<void> {
    const choose = async () => (await this.#find({ target: { label }, act: { option } })).length
    await poll(choose, `option ${option} of ${label}`).toBe(1)
  }

  /** Presses keys one after the other, the first ones stay pressed while the last one is. */
  async press(...keys: readonly Key[]): Promise<void> {
    const values = keys.map((key) => KEYS[key])
    await this.#type([
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ])
  }

  /** Types a text where the focus is. */
  async type(text: string): Promise<void> {
    await this.#type(
      Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    )
  }

  async #type(actions: readonly InputStep[]): Promise<void> {
    await this.engine.perform([{ type: 'key', id: 'keyboard', actions }])
  }

  /** Replaces the content of a field by typing. */
  async fill(label: string, text: string): Promise<void> {
    await this.click({ label })
    await this.#type([
      { type: 'keyDown', value: KEYS.Control },
      { type: 'keyDown', value: 'a' },
      { type: 'keyUp', value: 'a' },
      { type: 'keyUp', value: KEYS.Control },
    ])
    await this.type(text)
    await poll(async () => (await this.expectOne({ label })).value).toBe(text)
  }

  /** Moves the focus to an element by Tab, or by Shift and Tab if the element is before the focus. */
  async tabTo(target: Target): Promise<void> {
    await poll(async () => (await this.find(target))[0]?.isEnabled, JSON.stringify(target)).toBe(true)
    for (let count = 0; count < MAX_TABS; count += 1) {
      const [element] = await this.find(target)
      if (element?.isFocused === true) return
      await this.press(
        ...(element?.isBeforeFocus === true ? (['Shift', 'Tab'] as const) : (['Tab'] as const)),
      )
    }
    throw new Error(`no focus by Tab: ${JSON.stringify(target)}`)
  }
}
