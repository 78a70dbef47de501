import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { copyText } from '../components/copy-text.ts'
import { notify } from '../components/toaster.tsx'
import LinkDialog from './link-dialog.tsx'

/** Copies the address of the page, which contains everything that is shown. Shows it if the browser refuses to copy. */
const CopyLink = () => {
  const [shown, setShown] = useState<string | null>(null)
  const copy = async () => {
    const link = location.href
    if (await copyText(link)) notify('Link copied. It opens exactly this view.', 'success')
    else setShown(link)
  }
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        data-screen-only
        title="Copy the address of exactly this view"
        onClick={() => void copy()}
      >
        Copy link
      </Button>
      {shown !== null && <LinkDialog link={shown} onClose={() => setShown(null)} />}
    </>
  )
}

export default CopyLink
