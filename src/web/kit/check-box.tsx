import type { KeyboardEventHandler, ReactNode } from 'react'
import { hasFeature } from '../contexts/portal-settings.ts'
import { classNames } from './icon.tsx'

type Props = { readonly isChecked: boolean; readonly onChange: (isChecked: boolean) => void }

type BoxProps = Props & {
  readonly label: ReactNode
  readonly className?: string
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>
}

export const CheckBox = ({ label, isChecked, onChange, className, onKeyDown }: BoxProps) => (
  <label className={classNames('flex cursor-pointer items-center gap-2', className)}>
    <input
      type="checkbox"
      className="accent-accent"
      checked={isChecked}
      onKeyDown={onKeyDown}
      onChange={({ target }) => onChange(target.checked)}
    />
    {label}
  </label>
)

/** Keeps the own tokens for machines, which otherwise end with the change; hidden if the API has none. */
export const KeepTokens = (props: Props) =>
  hasFeature('tokens') && (
    <div>
      <CheckBox {...props} label="Keep my tokens for machines" />
      <p className="text-sm text-faint">Otherwise they end, and scripts that use them are refused.</p>
    </div>
  )
