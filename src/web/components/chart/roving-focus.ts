/** The control that an arrow key, Home or End leads to from `current`; null for any other key, and at the end. */
function findNext(controls: readonly HTMLElement[], current: HTMLElement, key: string): HTMLElement | null {
  const at = controls.indexOf(current)
  if (key === 'ArrowRight' || key === 'ArrowDown') return controls[at + 1] ?? null
  if (key === 'ArrowLeft' || key === 'ArrowUp') return controls[at - 1] ?? null
  if (key === 'Home') return controls[0] ?? null
  return key === 'End' ? (controls.at(-1) ?? null) : null
}

/** Makes the controls of a group one tab stop with arrow keys, Home and End. Returns a function that ends it. */
export function startRovingFocus(group: HTMLElement, selector: string): () => void {
  let stop: HTMLElement | null = null
  const list = () => [...group.querySelectorAll<HTMLElement>(selector)]
  const update = () => {
    const controls = list()
    if (stop === null || !controls.includes(stop)) stop = controls[0] ?? null
    for (const control of controls) control.tabIndex = control === stop ? 0 : -1
  }
  const focus = ({ target }: FocusEvent) => {
    stop = target instanceof Element ? target.closest<HTMLElement>(selector) : stop
    update()
  }
  const press = (event: KeyboardEvent) => {
    if (stop === null || event.ctrlKey || event.altKey || event.metaKey) return
    const next = findNext(list(), stop, event.key)
    if (next === null) return
    event.preventDefault()
    next.focus()
  }
  update()
  const observer = new MutationObserver(update)
  observer.observe(group, { childList: true })
  group.addEventListener('focusin', focus)
  group.addEventListener('keydown', press)
  return () => {
    observer.disconnect()
    group.removeEventListener('focusin', focus)
    group.removeEventListener('keydown', press)
    for (const control of list()) control.removeAttribute('tabindex')
  }
}
