export const changesText = (count: number): string =>
  count === 1 ? '1 unsaved change' : `${count} unsaved changes`

export const differencesText = (count: number): string => {
  if (count === 0) return 'As the role'
  return count === 1 ? '1 right differs from the role' : `${count} rights differ from the role`
}
