import { encode } from 'uqr'

/** A QR code as the path of an SVG with one unit for each module, on a square of `size` units. */
export interface QrCode {
  size: number
  path: string
}

/** Light modules around the code, which cameras need. */
const BORDER = 2

export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
