import { addIcons } from './icon.tsx'

/** The icons of pages, which load after the first screen. */
export const pageIcons = {
  chevron: 'M4 6l4 4 4-4',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  chart: 'M2.5 2.5v11h11M5 10l2.6-3.2 2.2 1.8L13 4.5',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.6h11M6.5 6.3V13',
}

addIcons(pageIcons)
