import { controlClasses } from './field.tsx'
import { Icon } from './icon.tsx'

type Props = {
  readonly value: number
  readonly options: readonly number[]
  readonly onChange: (size: number) => void
}

/** `Show N entries`. */
export const PageSize = ({ value, options, onChange }: Props) => (
  <label className="flex items-center gap-2 whitespace-nowrap text-sm text-soft">
    Show
    <span className="relative">
      <select
        aria-label="Show entries"
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className={`${controlClasses(false)} appearance-none pr-7`}
      >
        {options.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
      <Icon name="chevron" className="pointer-events-none absolute right-2 top-2 text-faint" />
    </span>
    entries
  </label>
)
