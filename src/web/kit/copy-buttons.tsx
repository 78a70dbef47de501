import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import { notify } from './toaster.tsx'

/** Copies a text; returns whether the browser did so. The event works on plain HTTP as well, unlike the newer API. */
export function copyText(text: string, html?: string): boolean {
  let isWritten = false
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    if (html !== undefined) event.clipboardData?.setData('text/html', html)
    event.preventDefault()
    isWritten = event.clipboardData !== null
  }
  document.addEventListener('copy', write)
  document.execCommand('copy')
  document.removeEventListener('copy', write)
  return isWritten
}

/** Copies the address of the page, which contains everything that is shown. */
export const CopyLink = () => {
  const copy = () => {
    if (copyText(location.href)) notify('Link copied. It opens exactly this view.', 'success')
    else notify('The link could not be copied. Copy it from the address bar.')
  }
  return (
    <Button
      variant="quiet"
      size="small"
      data-screen-only
      title="Copy the address of exactly this view"
      onClick={copy}
    >
      Copy link
    </Button>
  )
}

type CopyProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> & {
  readonly text: string
  readonly label: string
}

export const CopyButton = ({ text, label, ...button }: CopyProps) => {
  const [isCopied, setCopied] = useState(false)
  return (
    <Button {...button} onClick={() => setCopied(copyText(text))}>
      {isCopied ? 'Copied' : label}
    </Button>
  )
}

/** Shows the id by which the server's log names a failed request, to be sent to support. */
export const RequestId = ({ id }: { readonly id: string }) => (
  <p className="flex flex-wrap items-center justify-center gap-x-2">
    <span>
      Request id <code className="select-all break-all text-xs">{id}</code>
    </span>
    <CopyButton text={id} label="Copy" variant="quiet" size="small" aria-label="Copy the request id" />
  </p>
)
