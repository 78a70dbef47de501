export type LoginField = 'Username' | 'Password'

/** The fields that are blank after trimming (spec §5), in the order of the form. */
export const missingFields = (username: string, password: string): readonly LoginField[] => {
  const missing: LoginField[] = []
  if (username.trim() === '') missing.push('Username')
  if (password.trim() === '') missing.push('Password')
  return missing
}

export const requiredText = (fields: readonly LoginField[]): string => `[${fields.join(', ')}] is required`
