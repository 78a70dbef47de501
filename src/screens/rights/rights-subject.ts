/** Whose rights are shown. A user has a role to compare with (R21), if the server tells it. */
export type Subject =
  | { readonly kind: 'role'; readonly id: number }
  | { readonly kind: 'user'; readonly id: number; readonly roleId: number | null }

export type SubjectKind = Subject['kind']
