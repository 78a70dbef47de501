import { useId, useState } from 'react'
import { Button } from '../components/button.tsx'
import { copyText } from '../components/copy-text.ts'
import { Dialog } from '../components/dialog.tsx'
import { notify } from '../components/notify.ts'
import { controlClasses, Field } from '../components/text-field.tsx'

/** Copies the address of the page, which contains everything that is shown. Shows it if the browser refuses to copy. */
const CopyLink = () => {
  const [shown, setShown] = useState<string | null>(null)
  const copy = async () => {
    const link = location.href
    if (await copyText(link)) await notify('Link copied. It opens exactly this view.', 'success')
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

/** The link in a field, selected, to be copied by hand. */
const LinkDialog = ({ link, onClose }: { readonly link: string; readonly onClose: () => void }) => {
  const id = useId()
  return (
    <Dialog open title="Copy link" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p>The browser does not let this page copy. Press Ctrl+C, or ⌘C, to copy the link.</p>
      <Field id={id} label="Link">
        <input
          id={id}
          readOnly
          value={link}
          className={controlClasses(false)}
          onFocus={({ target }) => target.select()}
        />
      </Field>
    </Dialog>
  )
}
