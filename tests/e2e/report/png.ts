import type { Page } from './report.ts'

export interface Picture {
  readonly width: number
  readonly height: number
  /** Whether all four corners are white. */
  readonly isOnWhite: boolean
  /** For each line of pixels whether it holds anything but white. */
  readonly inked: readonly boolean[]
}

/** Reads a raster image with the browser's own decoder. */
export const readPicture = (page: Page, bytes: Buffer, type: 'image/jpeg' | 'image/png'): Promise<Picture> =>
  page.evaluate(
    async ({ base64, mime }) => {
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([content], { type: mime }))
      const { width, height } = bitmap
      const context = new OffscreenCanvas(width, height).getContext('2d')
      if (context === null) throw new Error('no canvas')
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(0, 0, width, height)
      // A lossy picture is off by a little.
      const isWhite = (x: number, y: number) =>
        [0, 1, 2].every((part) => (data[(y * width + x) * 4 + part] ?? 0) >= 248)
      const corners = [0, width - 1].flatMap((x) => [0, height - 1].map((y) => isWhite(x, y)))
      const inked = Array.from({ length: height }, (_, y) => {
        for (let x = 0; x < width; x += 1) if (!isWhite(x, y)) return true
        return false
      })
      return { width, height, isOnWhite: corners.every(Boolean), inked }
    },
    { base64: bytes.toString('base64'), mime: type },
  )
