/** Where brackets open deeper than allowed; the parser itself would run out of stack. */
export function tooDeep(text: string, deepest: number): number | null {
  let depth = 0
  let inText = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inText) {
      if (character === '\\') index++
      else if (character === '"' || character === '\n') inText = false
    } else if (character === '"') inText = true
    else if (character === '{' || character === '[') {
      if (++depth > deepest) return index
    } else if (character === '}' || character === ']') depth--
  }
  return null
}
