// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest'
import { startHeaderTips } from '../../../../src/web/components/data-table/header-tips.ts'

const shown = { current: false }

beforeAll(() => {
  Object.assign(HTMLElement.prototype, {
    showPopover: () => (shown.current = true),
    hidePopover: () => (shown.current = false),
  })
  document.body.innerHTML = `<table class="data-table"><thead><tr>
    <th><button id="plain">Date</button></th>
    <th><button id="described" aria-describedby="text">Answered</button><span id="text" hidden>Calls that were answered.</span></th>
  </tr></thead></table>`
  startHeaderTips()
})

const tip = () => (shown.current ? document.querySelector('.header-tip')?.textContent : null)
const get = (id: string) => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`no #${id}`)
  return found
}
const point = (target: Element, type: 'pointerover' | 'pointerdown', pointerType = 'mouse') =>
  target.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { pointerType }))

test('a description is shown while the pointer is at the header or on the description', () => {
  vi.useFakeTimers()
  point(get('described'), 'pointerover')
  expect(tip()).toBe('AnsweredCalls that were answered.')
  point(get('plain'), 'pointerover')
  point(document.querySelector('.header-tip strong') ?? document.body, 'pointerover')
  vi.runAllTimers()
  expect(tip()).not.toBeNull()
  point(get('plain'), 'pointerover')
  vi.runAllTimers()
  expect(tip()).toBeNull()
  vi.useRealTimers()
})

test('Escape hides it, and so does a touch elsewhere', () => {
  point(get('described'), 'pointerover', 'touch')
  expect(tip()).not.toBeNull()
  point(get('plain'), 'pointerdown', 'touch')
  expect(tip()).toBeNull()
  point(get('described'), 'pointerover')
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  expect(tip()).toBeNull()
})
