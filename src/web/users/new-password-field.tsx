import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { PasswordField } from '../components/password-field.tsx'
import { generatePassword } from './generate-password.ts'

type Props = {
  readonly label: string
  readonly name?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly hint: string
}

/** The password of another user, typed or generated. A generated one is shown and can be copied. */
export const NewPasswordField = ({ value, onChange, ...field }: Props) => {
  const [generated, setGenerated] = useState<string | null>(null)
  const [notice, setNotice] = useState('')
  const isGenerated = generated !== null && value === generated
  const generate = () => {
    const password = generatePassword()
    setGenerated(password)
    setNotice('')
    onChange(password)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setNotice('Copied.')
    } catch {
      setNotice('Select the password and copy it.')
    }
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <PasswordField
        // A generated password is shown from the start, a typed one is not.
        key={generated}
        {...field}
        autoComplete="new-password"
        value={value}
        onChange={onChange}
        isShown={isGenerated}
      />
      <div className="flex items-center gap-2">
        <Button size="small" onClick={generate}>
          Generate
        </Button>
        {isGenerated && (
          <Button size="small" onClick={() => void copy()}>
            Copy
          </Button>
        )}
        <span aria-live="polite" className="text-xs text-soft">
          {isGenerated && notice}
        </span>
      </div>
    </div>
  )
}
