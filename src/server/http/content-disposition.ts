/** The header of an attachment: a name in ASCII for every client, and the exact name (RFC 6266, S52). */
export function formatContentDisposition(fileName: string): string {
  const name = fileName.replaceAll(/[\p{Cc}\p{Surrogate}/\\]/gu, '').slice(0, 200)
  const plain = name
    .replaceAll(/[^\x20-\x7e]/g, '_')
    .replaceAll('"', "'")
    .replaceAll('%', '_')
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
