import * as Radix from '@radix-ui/react-switch'
import { classNames } from './class-names.ts'

type Props = {
  /** The accessible name; shown beside the switch only by `labelShown`. */
  readonly label: string
  readonly labelShown?: boolean
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  readonly className?: string
}

export const Switch = ({
  label,
  labelShown = false,
  checked,
  onChange,
  disabled = false,
  className,
}: Props) => (
  <span className={classNames('inline-flex items-center gap-2', className)}>
    <Radix.Root
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={label}
      className="h-[18px] w-8 shrink-0 rounded-full border border-transparent bg-edge p-px transition-colors disabled:opacity-50 data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-3.5 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-3.5" />
    </Radix.Root>
    {labelShown && <span aria-hidden="true">{label}</span>}
  </span>
)
