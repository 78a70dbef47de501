/** Returns `answeredCalls` and `answered_calls` as `Answered Calls`. */
export function formatLabel(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

/** Names a field after a heading; the name is unique, and added to those that are taken. */
export function nameField(heading: string, fallback: string, taken: Set<string>): string {
  const name = toFieldName(heading) || fallback
  let unique = name
  for (let count = 2; taken.has(unique); count += 1) unique = `${name}${count}`
  taken.add(unique)
  return unique
}

/** Returns `Answered Calls` as `answeredCalls`, `Erlös` as `erlos`; empty if it contains no valid name. */
export function toFieldName(heading: string): string {
  const letters = heading.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const plain = /[a-z]/.test(letters) ? letters : letters.toLowerCase()
  if (/[^A-Za-z0-9 _.,:&%()/-]/.test(plain)) return ''
  const words = formatLabel(plain.replaceAll(/[^A-Za-z0-9]+/g, ' ')).split(' ')
  const name = words.map((word, index) => (index === 0 ? word.toLowerCase() : word)).join('')
  return /^[a-z]\w{0,89}$/.test(name) && !['constructor', 'prototype'].includes(name) ? name : ''
}
