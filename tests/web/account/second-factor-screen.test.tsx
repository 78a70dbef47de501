// @vitest-environment happy-dom
import { createCanvas, loadImage } from '@napi-rs/canvas'
import jsQR from 'jsqr'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { QrCode } from '../../../src/web/account/second-factor-screen.tsx'

/** The width of the code on the screen, in pixels. */
const WIDTH = 208

test('the drawn QR code is read by a decoder as the address of the secret (spec 7.29)', async () => {
  const uri =
    'otpauth://totp/Traffic%20Portal:ada.lovelace%40company.example?issuer=Traffic%20Portal&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30'
  const element = document.createElement('div')
  flushSync(() => createRoot(element).render(<QrCode text={uri} />))
  const [, svg = ''] = element.querySelector('img')?.src.split(',') ?? []
  const canvas = createCanvas(WIDTH, WIDTH)
  const context = canvas.getContext('2d')
  context.drawImage(await loadImage(Buffer.from(decodeURIComponent(svg))), 0, 0, WIDTH, WIDTH)
  const { data } = context.getImageData(0, 0, WIDTH, WIDTH)
  expect(jsQR(data, WIDTH, WIDTH)?.data).toBe(uri)
})
