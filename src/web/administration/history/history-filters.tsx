import { type FormEvent, useState } from 'react'
import { actions } from '../../../../schemas/api/history-words.ts'
import { Button } from '../../kit/button.tsx'
import { DateField } from '../../kit/date-field.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { TextField } from '../../kit/text-field.tsx'

/** What a history is filtered by; empty texts do not filter. Person is a whole user id, days are of UTC. */
const NO_FILTER = { actor: '', event: '', subject: '', from: '', to: '' }
type HistoryFilter = typeof NO_FILTER

type Props = {
  readonly value: Partial<HistoryFilter>
  readonly onApply: (filter: Partial<HistoryFilter>) => void
}

/** Shows the filters of the history. Enter or Apply applies them; Clear removes them. */
export const HistoryFilters = ({ value, onApply }: Props) => {
  const [typed, setTyped] = useState({ ...NO_FILTER, ...value })
  const set = (change: Partial<HistoryFilter>) => setTyped((current) => ({ ...current, ...change }))
  const isReversed = typed.from !== '' && typed.to !== '' && typed.from > typed.to
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = Object.entries(typed).map(([name, text]) => [name, text.trim()] as const)
    if (!isReversed) onApply(Object.fromEntries(chosen.filter(([, text]) => text !== '')))
  }
  const text = { autoComplete: 'off', spellCheck: false, maxLength: 200 }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-2 items-start gap-x-4 gap-y-3 lg:grid-cols-[1fr_1.4fr_1fr_auto_auto_auto]"
    >
      <TextField
        {...text}
        label="Person"
        placeholder="Exact user ID"
        value={typed.actor}
        onChange={(actor) => set({ actor })}
      />
      <SelectField
        label="Action"
        placeholder="Every action"
        value={typed.event}
        options={actions}
        onChange={(event) => set({ event })}
      />
      <TextField
        {...text}
        label="Subject"
        className="max-lg:col-span-full"
        placeholder="Part of a name"
        value={typed.subject}
        onChange={(subject) => set({ subject })}
      />
      <DateField label="From" value={typed.from} onChange={(from) => set({ from })} />
      <DateField
        label="To"
        value={typed.to}
        onChange={(to) => set({ to })}
        error={isReversed ? 'The last day is before the first one.' : undefined}
      />
      <div className="flex gap-2 max-lg:col-span-full lg:pt-6">
        <Button type="submit" variant="primary">
          Apply
        </Button>
        <Button
          onClick={() => {
            setTyped(NO_FILTER)
            onApply({})
          }}
        >
          Clear
        </Button>
      </div>
    </form>
  )
}
