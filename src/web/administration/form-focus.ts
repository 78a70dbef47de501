/** Focuses the control of a form that goes by a name. */
export const focusField = (form: HTMLFormElement, name: string | undefined): void => {
  const control = name === undefined ? null : form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}

/** Focuses the first text field that can be written in. */
export const focusFirstInvalid = (form: HTMLFormElement): void => {
  const open = [...form.elements].find((control) => control instanceof HTMLInputElement && !control.readOnly)
  if (open instanceof HTMLElement) open.focus({ preventScroll: true })
}
