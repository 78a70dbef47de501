import { useEffect, useId, useRef } from 'react'
import { Button } from '../components/button.tsx'

export type Difference = {
  readonly key: string | number
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

type Props = {
  /** The header of the first column. */
  readonly subject: string
  readonly differences: readonly Difference[]
  readonly isSaving: boolean
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

const CELL = 'px-2 first:pl-0 py-1 text-left align-top break-words'

const Value = ({ text }: { text: string }) => (text === '' ? <span className="text-faint">empty</span> : text)

/** Shows both versions of a record that two users changed and lets the user choose one. Focuses its heading. */
export const ConflictPanel = ({ subject, differences, isSaving, onKeepMine, onTakeTheirs }: Props) => {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-card border border-bad-line bg-surface px-4 py-3 print:hidden"
    >
      <div>
        <h3 ref={heading} id={id} tabIndex={-1} className="font-semibold">
          Your changes and the stored values differ
        </h3>
        <p className="text-soft">
          Nothing is lost yet. Keep mine saves your values over the stored ones; Take theirs shows the stored
          ones and drops yours.
        </p>
      </div>
      <table aria-labelledby={id} className="w-full max-w-3xl table-fixed border-collapse">
        <thead>
          <tr className="border-b text-sm text-soft">
            {[subject, 'Yours', 'Stored now'].map((header) => (
              <th key={header} scope="col" className={`${CELL} font-medium`}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map(({ key, label, mine, theirs }) => (
            <tr key={key} className="border-b last:border-b-0">
              <th scope="row" className={`${CELL} font-medium`}>
                {label}
              </th>
              <td className={CELL}>
                <Value text={mine} />
              </td>
              <td className={CELL}>
                <Value text={theirs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isSaving} onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button onClick={onTakeTheirs}>Take theirs</Button>
      </div>
    </section>
  )
}
