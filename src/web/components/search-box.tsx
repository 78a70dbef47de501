import { type FormEvent, useId, useState } from 'react'
import { controlClasses } from './field.tsx'

type Props = {
  /** The current search term of the list. */
  readonly value: string
  readonly onSearch: (term: string) => void
}

/** A search field; Enter searches, and clearing the field resets the search. */
export const SearchBox = ({ value, onSearch }: Props) => {
  const id = useId()
  const [term, setTerm] = useState(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(term)
  }
  return (
    <search>
      <form onSubmit={submit} className="flex items-center gap-2 text-sm text-soft">
        <label htmlFor={id}>Search:</label>
        <input
          id={id}
          type="search"
          maxLength={100}
          enterKeyHint="search"
          value={term}
          onChange={(event) => {
            setTerm(event.target.value)
            if (event.target.value === '' && value !== '') onSearch('')
          }}
          className={`${controlClasses(false)} w-48`}
        />
      </form>
    </search>
  )
}
