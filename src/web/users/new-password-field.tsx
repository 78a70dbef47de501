import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { copyText } from '../components/copy-buttons.tsx'
import { PasswordField } from '../components/password-field.tsx'

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
  const copy = () => setNotice(copyText(value) ? 'Copied.' : 'Select the password and copy it.')
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

/** Letters and digits that no one takes for another one. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/** The largest byte that gives every character the same chance. */
const LIMIT = 256 - (256 % ALPHABET.length)

/** Generates a password of four readable groups, such as `k7mw-2hpd-xq9e-vt4c`: 79 random bits. */
export const generatePassword = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, pickCharacter).join('')).join('-')

const pickCharacter = (): string => {
  for (;;) {
    const [byte = LIMIT] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < LIMIT) return ALPHABET.charAt(byte % ALPHABET.length)
  }
}
