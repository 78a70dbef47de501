import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import cyrillic from '@fontsource/arimo/files/arimo-cyrillic-400-normal.woff2?inline'
import greek from '@fontsource/arimo/files/arimo-greek-400-normal.woff2?inline'
import latinBold from '@fontsource/arimo/files/arimo-latin-600-normal.woff2?inline'
import latin from '@fontsource/arimo/files/arimo-latin-400-normal.woff2?inline'
import latinExtended from '@fontsource/arimo/files/arimo-latin-ext-400-normal.woff2?inline'
import { drawChart, IMAGE_SCALE } from '../../../chart/view/chart-image.ts'

/** The first names of the charts' list of fonts stand for our files, so that every machine draws the same letters. */
const FONTS: readonly (readonly [family: string, dataUrl: string])[] = [
  ['-apple-system', latin],
  ['-apple-system', latinBold],
  ['BlinkMacSystemFont', latinExtended],
  ['Segoe UI', greek],
  ['Inter', cyrillic],
]

for (const [family, dataUrl] of FONTS) {
  GlobalFonts.register(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'), family)
}

/** In px: what a mail shows beside its margins. */
const WIDTH = 640

/** Renders a chart of a mail as a PNG file without a browser. Rejects if there is nothing to draw. */
export function renderChartPng(drawn: Parameters<typeof drawChart>[0]): Promise<Buffer> {
  return drawChart({ ...drawn, width: WIDTH, isCropped: true }, async (view, { width, height }) => {
    const canvas = createCanvas(width * IMAGE_SCALE, height * IMAGE_SCALE)
    await view.toCanvas(IMAGE_SCALE, { externalContext: canvas.getContext('2d') })
    return canvas.encode('png')
  })
}
