import { safeFileName } from './content-disposition.ts'

const REVOKE_AFTER_MS = 60_000

/** Saves a file by the browser's download, under a safe name. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = safeFileName(name) ?? 'download'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
