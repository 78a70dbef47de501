import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { getDays, type NotesProps } from './load-notes.ts'
import { NoteDialog } from './note-dialog.tsx'

/** A button that opens the dialog of a new note; none without a period. */
const AddNote = (props: NotesProps) => {
  const [isOpen, setOpen] = useState(false)
  if (getDays(props) === null) return null
  return (
    <>
      <Button variant="quiet" size="small" data-screen-only onClick={() => setOpen(true)}>
        Add note
      </Button>
      {isOpen && <NoteDialog {...props} note={null} onClose={() => setOpen(false)} />}
    </>
  )
}

export default AddNote
