import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openScene } from './scene.ts'

const folder = join(import.meta.dirname, '../avatars')
const SIDE_PIXELS = 256

/** Avatars of the creators: a square of a scene each, as x, y and side. */
const crops = {
  'mio-arakawa': { scene: 'whale', at: [112, 62, 150] },
  'garage-kaiju': { scene: 'mecha', at: [262, 22, 140] },
  'studio-kipple': { scene: 'balcony', at: [444, 192, 92] },
} as const

export async function drawAvatars(browser: Browser): Promise<void> {
  await mkdir(folder, { recursive: true })
  const page = await browser.newPage({ viewport: { width: SIDE_PIXELS, height: SIDE_PIXELS } })
  for (const [key, { scene, at }] of Object.entries(crops)) {
    const [x, y, side] = at
    const drawing = openScene(scene).layers.join('')
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style><svg viewBox="${x} ${y} ${side} ${side}">${drawing}</svg>`,
    )
    await writeFile(join(folder, `${key}.png`), await page.screenshot())
  }
  await page.close()
}
