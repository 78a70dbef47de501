import { type DragEvent, type RefObject, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { classNames } from '../kit/icon.tsx'

type FileDropProps = {
  readonly name: string
  /** The most bytes that it may have, in words. */
  readonly limit: string
  readonly chooser?: RefObject<HTMLButtonElement | null>
  readonly onChoose: (file: File) => void
}

/** Shows the place for a file: by drag, or by its button. */
export const FileDrop = ({ name, limit, chooser, onChoose }: FileDropProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const choose = (files: FileList | null) => {
    const [chosen] = files ?? []
    if (chosen !== undefined) onChoose(chosen)
  }
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files)
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
      className={classNames(
        'flex flex-wrap items-center gap-3 rounded-card border border-dashed p-4',
        isOver ? 'border-accent bg-accent-tint' : 'border-edge',
      )}
    >
      <Button ref={chooser} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx"
        aria-label="File to import"
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          choose(currentTarget.files)
          // The same file can be chosen once more after it was mended.
          currentTarget.value = ''
        }}
      />
      <span className="min-w-0 text-soft wrap-anywhere">
        {name === '' ? `or drop it here: .csv or .xlsx, at most ${limit}` : name}
      </span>
    </div>
  )
}
