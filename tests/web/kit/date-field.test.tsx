// @vitest-environment happy-dom
import type { ComponentProps, ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { DateField, DateRangeField } from '../../../src/web/kit/date-field.tsx'

type Shown = ComponentProps<typeof DateField>

/** A field in a form, the values that it reported, and what types into it. */
function open(first: string, Shown: ComponentType<Shown> = DateField) {
  document.body.innerHTML = '<div id="root"></div>'
  const root = createRoot(document.querySelector('#root') ?? document.body)
  const reported: string[] = []
  const show = (value: string) =>
    flushSync(() => root.render(<Shown label="Date" value={value} onChange={report} />))
  function report(value: string) {
    reported.push(value)
    queueMicrotask(() => show(value))
  }
  show(first)
  const input = document.querySelector('input')
  if (input === null) throw new Error('no input')
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  return {
    reported,
    input,
    show,
    type: async (text: string) => {
      // React follows the property of the element itself.
      property?.set?.call(input, text)
      flushSync(() => input.dispatchEvent(new Event('input', { bubbles: true })))
      await Promise.resolve()
    },
  }
}

test('a year that is still being typed is no value, and stays in the field', async () => {
  const { type, reported, input } = open('')
  for (const year of ['0002', '0020', '0202']) {
    await type(`${year}-03-07`)
    expect(input.value).toBe(`${year}-03-07`)
  }
  expect(reported).toEqual([])
  await type('2025-03-07')
  expect(reported).toEqual(['2025-03-07'])
})

test('another year of a chosen date is reported once as no value, then as the date', async () => {
  const { type, reported } = open('2025-03-07')
  for (const year of ['0002', '0020', '0202', '2024']) await type(`${year}-03-07`)
  expect(reported).toEqual(['', '2024-03-07'])
})

test('a value from outside replaces what was typed', async () => {
  const { type, show, input } = open('')
  await type('0002-03-07')
  show('2025-01-31')
  expect(input.value).toBe('2025-01-31')
})

test('a range of whole months is chosen as months, and is that of their first and last day', async () => {
  const Months = (props: Shown) => <DateRangeField {...props} unit="month" />
  const { type, input, reported } = open('2025-01-01..2025-02-28', Months)
  expect([...document.querySelectorAll('input')].map((one) => [one.type, one.value])).toEqual([
    ['month', '2025-01'],
    ['month', '2025-02'],
  ])
  await type('2024-11')
  expect([input.value, reported]).toEqual(['2024-11', ['2024-11-01..2025-02-28']])
})
