import { safeFileName } from '../../api/file-name.ts'

const A_MINUTE = 60_000

/** Hands a file to the browser's downloads under a safe name, and frees its address afterwards. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = safeFileName(name) ?? 'download'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), A_MINUTE)
}
