import { controlClasses } from './field.tsx'

type Props = {
  readonly value: number
  readonly options: readonly number[]
  readonly onChange: (size: number) => void
}

/** `Show N entries`. */
export const PageSize = ({ value, options, onChange }: Props) => (
  <label className="flex items-center gap-2 whitespace-nowrap text-sm text-soft">
    Show
    <select
      aria-label="Show entries"
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className={`${controlClasses(false)} w-auto`}
    >
      {options.map((size) => (
        <option key={size} value={size}>
          {size}
        </option>
      ))}
    </select>
    entries
  </label>
)
