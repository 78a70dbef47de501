import * as z from 'zod/mini'
import { type FormErrors, isBlank } from './forms.ts'
import { validateForm } from './validate-form.ts'
import { findNameError } from './names.ts'

export const Role = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** Whether its users must set up a second factor; left out if not. */
  requiresSecondFactor: z.optional(z.boolean()),
})
export type Role = z.infer<typeof Role>

/** The id of the super administrator's role, which is reserved, protected and hidden from lists. */
export const SUPER_ROLE = 1

/** The fields of the role form, in the order in which its message names them. */
export const roleFields = {
  name: { label: 'Role Name', max: 100 },
  description: { label: 'Description', max: 500 },
} as const
export type RoleField = keyof typeof roleFields

export type RoleForm = Readonly<Record<RoleField, string>>

/** Validates the role form, on the screen and in the API. An existing role keeps its name, whatever the rule for new ones. */
export function validateRole(form: RoleForm, mode: 'create' | 'edit'): FormErrors<RoleField> {
  const isNew = mode === 'create'
  const text = isNew ? findNameError(form.name) : null
  return validateForm({
    fields: roleFields,
    form: isNew ? form : { description: form.description },
    findError: (field) => (isBlank(form[field]) ? 'required' : null),
    nameError: text === null ? null : { field: 'name', text },
  })
}
