// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Link, NavLink } from '../../../src/web/components/link.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const Address = () => <output>{useLocation().pathname}</output>

function open(path: string, link: React.ReactNode) {
  const box = document.body.appendChild(document.createElement('div'))
  act(() =>
    createRoot(box).render(
      <MemoryRouter basename="/portal" initialEntries={[`/portal${path}`]}>
        {link}
        <Address />
      </MemoryRouter>,
    ),
  )
  const anchor = box.querySelector('a')
  if (anchor === null) throw new Error('no link')
  return {
    anchor,
    address: () => box.querySelector('output')?.textContent,
    /** Whether the click was handled, so that the browser does not follow the link. */
    click: (init: MouseEventInit = {}) => {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
      let isHandled = false
      const stopBrowser = () => {
        isHandled = event.defaultPrevented
        event.preventDefault()
      }
      document.addEventListener('click', stopBrowser, { once: true })
      act(() => void anchor.dispatchEvent(event))
      return isHandled
    },
  }
}

test('leads to a page of the portal without loading it again', () => {
  const { anchor, address, click } = open('/roles', <Link to="/dashboard">Dashboard</Link>)
  expect(anchor.getAttribute('href')).toBe('/portal/dashboard')
  expect(click()).toBe(true)
  expect(address()).toBe('/dashboard')
})

test('leaves a click with a key, with another button or into another tab to the browser', () => {
  const { address, click } = open('/roles', <Link to="/dashboard">Dashboard</Link>)
  for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
    expect(click(init)).toBe(false)
  }
  expect(address()).toBe('/roles')
  const other = open(
    '/roles',
    <Link to="/dashboard" target="_blank">
      Dashboard
    </Link>,
  )
  expect(other.click()).toBe(false)
})

test('does not lead anywhere if its own handler prevents it', () => {
  const { address, click } = open(
    '/roles',
    <Link to="/dashboard" onClick={(event) => event.preventDefault()}>
      Dashboard
    </Link>,
  )
  click()
  expect(address()).toBe('/roles')
})

test.each([
  ['/roles', false, 'page'],
  ['/Roles', false, 'page'],
  ['/roles/system-user', false, 'page'],
  ['/roles/system-user', true, null],
  ['/roles-of-others', false, null],
  ['/dashboard', false, null],
])('on %s, with end %s, is marked as %s', (path, end, mark) => {
  const { anchor } = open(
    path,
    <NavLink to="/roles" end={end}>
      Roles
    </NavLink>,
  )
  expect(anchor.getAttribute('aria-current')).toBe(mark)
})
