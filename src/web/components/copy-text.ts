/** Copies a text; returns whether the browser did so. Must be called while an event of the user is handled. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // The clipboard is missing on plain HTTP, or access to it is denied.
    return copySelection(text)
  }
}

/** Copies a text as a user would who selects it. */
const copySelection = (text: string): boolean => {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
  return isCopied
}
