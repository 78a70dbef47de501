import { formatFormErrors, isBlank } from './form-errors.ts'
import { findNameError } from './names.ts'
import type { FormErrors } from './system-user-form.ts'

/** The fields of the role form, in the order in which its message names them. */
export const roleLabels = { name: 'Role Name', description: 'Description' } as const
export type RoleField = keyof typeof roleLabels

export type RoleForm = { readonly name: string; readonly description: string }

/** The check of the role form, on the screen and in the API. */
export function validateRole(form: RoleForm, mode: 'create' | 'edit'): FormErrors<RoleField> {
  const missing = (['name', 'description'] as const).filter((field) => isBlank(form[field]))
  const message = formatFormErrors(
    missing.map((field) => roleLabels[field]),
    [],
  )
  // An existing role keeps its name, whatever the rule for new ones.
  const ofName = mode === 'create' ? findNameError(form.name) : null
  if (ofName !== null && message === null) {
    return { message: `${roleLabels.name} ${ofName}`, fields: { name: 'invalid' } }
  }
  return { message, fields: Object.fromEntries(missing.map((field) => [field, 'required'])) }
}
