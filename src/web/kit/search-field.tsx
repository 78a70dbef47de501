import { classNames } from './icon.tsx'
import { controlClasses } from './text-field.tsx'

/** From this number of names on, a list of them has a search field. */
export const MIN_SEARCHED = 12

type Props = {
  /** The accessible name, shown while the field is empty. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly className?: string
}

export const SearchField = ({ label, value, onChange, className }: Props) => (
  <input
    type="search"
    aria-label={label}
    placeholder={label}
    maxLength={100}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    className={classNames(controlClasses(false), className)}
  />
)

/** Removes accents and case; a Greek or Cyrillic name stays one. */
const simplify = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** Returns the items whose names contain every word of a term; all for an empty term. */
export function findByName<T>(items: readonly T[], getName: (item: T) => string, term: string): readonly T[] {
  const words = simplify(term).split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  return items.filter((item) => {
    const name = simplify(getName(item))
    return words.every((word) => name.includes(word))
  })
}
