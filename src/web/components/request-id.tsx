import { useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

/** By which the server's log names a failed request, to be sent to support. */
const RequestId = ({ id }: { readonly id: string }) => {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(id))
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2">
      <span>
        Request id <code className="select-all break-all text-xs">{id}</code>
      </span>
      <Button variant="quiet" size="small" aria-label="Copy the request id" onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </p>
  )
}

export default RequestId
