import { addIcons } from './icon.tsx'

/** The icons of the buttons in rows of lists. */
export const rowIcons = {
  edit: 'M3 13l.6-2.8 7-7 2.2 2.2-7 7ZM9.4 4.4l2.2 2.2',
  trash: 'M3 4.5h10M6.3 4.5V3h3.4v1.5M4.3 4.5l.6 9h6.2l.6-9M6.8 7v4M9.2 7v4',
  key: 'M5.3 7.7a3 3 0 1 0 0 5.9 3 3 0 0 0 0-5.9ZM7.4 8.6l6-6M11.4 4.6l1.8 1.8',
}

addIcons(rowIcons)
