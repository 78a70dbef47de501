import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import { notify } from './toaster.tsx'

/** Copies a text; returns whether the browser did so. Must be called while an event of the user is handled. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // The clipboard is missing on plain HTTP, or access to it is denied.
    return copySelection(text)
  }
}

/** Copies a text as a user would who selects it. */
const copySelection = (text: string): boolean => {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
  return isCopied
}

/** Copies the address of the page, which contains everything that is shown. */
export const CopyLink = () => {
  const copy = async () => {
    if (await copyText(location.href)) notify('Link copied. It opens exactly this view.', 'success')
    else notify('The link could not be copied. Copy it from the address bar.')
  }
  return (
    <Button
      variant="quiet"
      size="small"
      data-screen-only
      title="Copy the address of exactly this view"
      onClick={() => void copy()}
    >
      Copy link
    </Button>
  )
}

type CopyProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> & {
  readonly text: string
  readonly label: string
}

/** A button that copies a text and says so. */
export const CopyButton = ({ text, label, ...button }: CopyProps) => {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(text))
  return (
    <Button {...button} onClick={() => void copy()}>
      {isCopied ? 'Copied' : label}
    </Button>
  )
}

/** By which the server's log names a failed request, to be sent to support. */
export const RequestId = ({ id }: { readonly id: string }) => (
  <p className="flex flex-wrap items-center justify-center gap-x-2">
    <span>
      Request id <code className="select-all break-all text-xs">{id}</code>
    </span>
    <CopyButton text={id} label="Copy" variant="quiet" size="small" aria-label="Copy the request id" />
  </p>
)
