/** Names elements as a reader finds them: by role and name, by label, or by their own text. */
export interface Target {
  readonly role?: Role
  /** The whole accessible name. */
  readonly name?: string
  /** The label of a field. */
  readonly label?: string
  /** The whole text of an element without such an element in it. */
  readonly text?: string
  readonly within?: Target
}

export type Role =
  | 'alert'
  | 'alertdialog'
  | 'button'
  | 'group'
  | 'heading'
  | 'img'
  | 'link'
  | 'navigation'
  | 'status'
  | 'switch'
  | 'table'

/** What a page shows of one element. */
export interface PageElement {
  readonly text: string
  readonly name: string
  readonly value: string
  readonly isEnabled: boolean
  readonly isFocused: boolean
  /** Pressed or checked, of buttons and switches that have such a state. */
  readonly isOn: boolean
  /** The texts of a table or row, line by line. */
  readonly cells: readonly (readonly string[])[]
  /** The centre in CSS pixels of the visible part of the page, and whether a click there reaches the element. */
  readonly x: number
  readonly y: number
  readonly isReachable: boolean
  readonly width: number
  readonly height: number
  /** Whether the focus is further on in the document. */
  readonly isBeforeFocus: boolean
}

export interface Request {
  readonly target: Target
  /** Scrolls to the first element, or chooses the option of that label in it. */
  readonly act?: 'scroll' | { readonly option: string }
}

/** Finds the visible elements of a target in their order. Runs in the page, so it uses nothing from outside. */
export function findElements({ target, act }: Request): readonly PageElement[] {
  const SELECTORS: Record<Role, string> = {
    alert: '[role=alert]',
    alertdialog: '[role=alertdialog]',
    button: 'button:not([role]), [role=button]',
    group: 'fieldset, [role=group]',
    heading: 'h1, h2, h3, h4',
    img: 'img, [role=img]',
    link: 'a[href]',
    navigation: 'nav',
    status: 'output, [role=status]',
    switch: '[role=switch]',
    table: 'table, [role=table], [role=grid]',
  }
  const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const isVisible = (element: Element) =>
    element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true })
  const getLabels = (element: Element) =>
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
      ? [...(element.labels ?? [])]
      : []
  const getName = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')
    if (ids !== null) {
      return tidy(
        ids
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      )
    }
    const label = element.getAttribute('aria-label')
    if (label !== null) return tidy(label)
    const labels = getLabels(element)
    if (labels.length > 0) return tidy(labels.map(({ textContent }) => textContent).join(' '))
    if (element instanceof HTMLTableElement && element.caption !== null)
      return tidy(element.caption.textContent)
    return tidy(element.textContent)
  }
  const find = ({ role, name, label, text, within }: Target): readonly Element[] => {
    const roots: readonly ParentNode[] = within === undefined ? [document] : find(within)
    const selector =
      role === undefined ? (label === undefined ? 'body *' : 'input, select, textarea') : SELECTORS[role]
    const found = roots
      .flatMap((root) => [...root.querySelectorAll(selector)])
      .filter(isVisible)
      .filter((element) => (name ?? label) === undefined || getName(element) === (name ?? label))
    if (text === undefined) return found
    const matching = found.filter((element) => tidy(element.textContent) === text)
    return matching.filter(
      (element) => !matching.some((other) => other !== element && element.contains(other)),
    )
  }
  const getCells = (element: Element): string[][] => {
    const rows = element instanceof HTMLTableRowElement ? [element] : [...element.querySelectorAll('tr')]
    return rows.map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').trim()),
    )
  }
  const found = find(target)
  const [first] = found
  if (act === 'scroll') first?.scrollIntoView({ block: 'center', inline: 'nearest' })
  else if (act !== undefined && first instanceof HTMLSelectElement) {
    const option = [...first.options].find(({ label }) => label === act.option)
    if (option === undefined) return []
    first.value = option.value
    first.dispatchEvent(new Event('input', { bubbles: true }))
    first.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const { activeElement } = document
  return found.map((element) => {
    const box = element.getBoundingClientRect()
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
    const top = document.elementFromPoint(x, y)
    const state = element.getAttribute('aria-pressed') ?? element.getAttribute('aria-checked')
    const order = activeElement === null ? 0 : element.compareDocumentPosition(activeElement)
    return {
      text: tidy(element.textContent),
      name: getName(element),
      value: element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.value : '',
      isEnabled: !element.matches(':disabled'),
      isFocused: element === activeElement,
      isOn: state === 'true',
      cells: getCells(element),
      x,
      y,
      isReachable: top !== null && (element.contains(top) || top.contains(element)),
      width: box.width,
      height: box.height,
      isBeforeFocus: activeElement !== document.body && (order & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    }
  })
}
