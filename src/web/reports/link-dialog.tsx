import { useId } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { controlClasses, Field } from '../components/text-field.tsx'

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

export default LinkDialog
