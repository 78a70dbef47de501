import type { TableNote } from '../../report/model/report-table.ts'
import { usePopover } from '../kit/browser-hooks.ts'

type Props = { readonly notes: readonly TableNote[] }

/** In px. */
const WIDTH = 320

/** Shows the numbers of a row's notes, which open them; on paper they refer to the sentences below the table. */
const NoteSign = ({ notes }: Props) => {
  const { isOpened, button, panel } = usePopover({ align: 'right', width: WIDTH })
  const numbers = notes.map(({ number }) => number).join(', ')
  const name = notes.length === 1 ? `Note ${numbers}` : `Notes ${numbers}`
  return (
    <>
      <sup className="hidden print:inline"> {numbers}</sup>
      <button
        type="button"
        {...button}
        aria-label={name}
        title={notes.map(({ text }) => text).join('\n')}
        data-screen-only
        className="relative ml-[5px] h-4 min-w-4 rounded-full bg-accent-tint px-1 text-[11px]/4 font-semibold text-accent after:absolute after:-inset-1"
      >
        {numbers}
      </button>
      <div
        {...panel}
        className={`${panel.className} whitespace-normal p-3 leading-5`}
        style={{ width: WIDTH }}
      >
        {isOpened &&
          notes.map(({ id, text, subject, origin }) => (
            <p key={id} className="not-first:mt-2">
              <bdi className="block break-words">{text}</bdi>
              <span className="text-xs text-faint">
                {subject} ({origin})
              </span>
            </p>
          ))}
      </div>
    </>
  )
}

export default NoteSign
