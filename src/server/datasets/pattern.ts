/** What the names of a pattern such as `{source}_to_{destination}` look like: words in small letters between its texts. */
export function patternForm(pattern: string): RegExp {
  const texts = pattern
    .split(/\{[a-z]+\}/)
    .map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return new RegExp(`^${texts.join('(.+?)')}$`, 'su')
}
