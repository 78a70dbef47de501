import { hasFeature } from '../contexts/portal-settings.ts'

type Props = { readonly isChecked: boolean; readonly onChange: (isChecked: boolean) => void }

/** A checkbox with its label. */
export const CheckBox = ({ label, isChecked, onChange }: Props & { readonly label: string }) => (
  <label className="flex cursor-pointer items-center gap-2">
    <input
      type="checkbox"
      className="accent-accent"
      checked={isChecked}
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
