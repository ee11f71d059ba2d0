// Renders the raster images from the drawings: icons for home screens and old programs, and the card that links to Hoshi show.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { browserPath } from '#tests/support/browser/browser-path.ts'

const root = join(import.meta.dirname, '..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const dataUrl = (path: string, type: string) =>
  `data:${type};base64,${readFileSync(join(root, path)).toString('base64')}`

/** The mark fills the square; the platform rounds the corners itself. */
const fullBleed = text('public/icon.svg').replace(' rx="44"', '')
/** Leaves the parts empty that a circular mask may cut off. */
const maskable = fullBleed.replace('scale(1.12)', 'scale(.86)')

const card = `
<style>
  @font-face { font-family: Dela; src: url(${dataUrl('node_modules/@fontsource/dela-gothic-one/files/dela-gothic-one-latin-400-normal.woff2', 'font/woff2')}) }
  .card { position: relative; width: 1200px; height: 630px; background: #081620; overflow: hidden }
  .scene { position: absolute; inset: auto 0 -40px; width: 1200px }
  .konpei { position: absolute; right: 84px; bottom: 66px; height: 330px }
  .mark { position: absolute; left: 72px; top: 64px; width: 88px }
  h1 { position: absolute; left: 72px; top: 176px; margin: 0; width: 760px; font: 400 64px/1.08 Dela; color: #f6efdd; letter-spacing: -0.01em }
</style>
<div class="card">
  <img class="scene" src="${dataUrl('src/app/art/hero.svg', 'image/svg+xml')}" alt="">
  <img class="konpei" src="${dataUrl('src/app/art/mascot.svg', 'image/svg+xml')}" alt="">
  <img class="mark" src="${dataUrl('public/icon.svg', 'image/svg+xml')}" alt="">
  <h1>Short-form anime from independent creators</h1>
</div>`

const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const mark = (svg: string, side: number) => `<div style="width:${side}px;height:${side}px">${svg}</div>`
  await draw(browser, 'icon-192.png', mark(text('public/icon.svg'), 192), 192, 192)
  await draw(browser, 'icon-512.png', mark(text('public/icon.svg'), 512), 512, 512)
  await draw(browser, 'icon-maskable-512.png', mark(maskable, 512), 512, 512)
  await draw(browser, 'apple-touch-icon.png', mark(fullBleed, 180), 180, 180)
  await draw(browser, 'card.png', card, 1200, 630)
  const favicons = [16, 32, 48].map(async (side) => {
    return { side, png: await render(browser, mark(text('public/favicon.svg'), side), side, side) }
  })
  write('favicon.ico', iconFile(await Promise.all(favicons)))
} finally {
  await browser.close()
}

async function draw(browser: Browser, name: string, html: string, width: number, height: number): Promise<void> {
  write(name, await render(browser, html, width, height))
}

/** @returns a PNG */
async function render(browser: Browser, html: string, width: number, height: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<body style="margin:0">${html}`)
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ omitBackground: true })
  await page.close()
  return png
}

/** An ICO file: a list of square PNGs, followed by their bytes. Browsers request one for pages without a link to an icon. */
function iconFile(images: { side: number; png: Buffer }[]): Buffer {
  const list = Buffer.alloc(6 + 16 * images.length)
  list.writeUInt16LE(1, 2)
  list.writeUInt16LE(images.length, 4)
  let offset = list.length
  for (const [index, { side, png }] of images.entries()) {
    const entry = list.subarray(6 + 16 * index)
    entry.writeUInt8(side, 0)
    entry.writeUInt8(side, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
  }
  return Buffer.concat([list, ...images.map(({ png }) => png)])
}

function write(name: string, bytes: Buffer): void {
  writeFileSync(join(root, 'public', name), bytes)
  console.log(`public/${name}`)
}
