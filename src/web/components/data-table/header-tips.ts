import './header-tips.css'

const HIDE_DELAY_MS = 150
const GAP = 6
const MARGIN = 8
const DESCRIBED = '.data-table thead [aria-describedby]'

let started = false

/** Shows the descriptions of columns at their headers: for the pointer, the focus and a touch. Escape hides them. */
export function startHeaderTips(): void {
  if (started) return
  started = true
  const tip = document.body.appendChild(document.createElement('div'))
  tip.className = 'header-tip shadow-float'
  tip.popover = 'manual'
  // Screen readers read the description of the header itself.
  tip.ariaHidden = 'true'
  const [label, text] = ['strong', 'span'].map((tag) => tip.appendChild(document.createElement(tag)))
  let anchor: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const position = () => {
    if (anchor === null) return
    if (!anchor.isConnected) return hide()
    const { left, bottom } = anchor.getBoundingClientRect()
    const most = document.documentElement.clientWidth - tip.offsetWidth - MARGIN
    tip.style.left = `${Math.max(MARGIN, Math.min(left, most))}px`
    tip.style.top = `${bottom + GAP}px`
  }
  const show = (element: Element) => {
    clearTimeout(timer)
    if (anchor === element || label === undefined || text === undefined) return
    anchor = element
    label.textContent = element.textContent
    text.textContent = element.nextElementSibling?.textContent ?? ''
    tip.showPopover()
    position()
  }
  const hide = () => {
    clearTimeout(timer)
    if (anchor !== null) tip.hidePopover()
    anchor = null
  }
  const find = ({ target }: Event) => (target instanceof Element ? target.closest(DESCRIBED) : null)
  const isOnTip = ({ target }: Event) => target instanceof Node && tip.contains(target)

  document.addEventListener('pointerover', (event) => {
    const element = find(event)
    if (element !== null) show(element)
    else if (isOnTip(event)) clearTimeout(timer)
    else if (event.pointerType === 'mouse' && anchor !== document.activeElement) {
      clearTimeout(timer)
      timer = setTimeout(hide, HIDE_DELAY_MS)
    }
  })
  document.addEventListener('focusin', (event) => {
    const element = find(event)
    if (element === null) hide()
    else if (element.matches(':focus-visible')) show(element)
  })
  document.addEventListener('pointerdown', (event) => {
    if (find(event) === null && !isOnTip(event)) hide()
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
  document.addEventListener('scroll', position, { capture: true, passive: true })
  addEventListener('resize', hide)
}
