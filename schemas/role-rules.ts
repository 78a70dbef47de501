import { formMessage, isBlank } from './form-message.ts'
import type { FormFinding } from './system-user-rules.ts'

/** The fields of the role form, in the order in which its message names them (spec §5). */
export const roleLabels = { name: 'Role Name', description: 'Description' } as const
export type RoleField = keyof typeof roleLabels

export type RoleForm = { readonly name: string; readonly description: string }

/** The check of the role form, on the screen and in the API (spec §5). */
export function validateRole(form: RoleForm): FormFinding<RoleField> {
  const missing = (['name', 'description'] as const).filter((field) => isBlank(form[field]))
  return {
    message: formMessage(
      missing.map((field) => roleLabels[field]),
      [],
    ),
    fields: Object.fromEntries(missing.map((field) => [field, 'required'])),
  }
}
