// Takes a picture of every screen and state at three widths, dark and light, into shots/. Words pick those whose names hold them.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { shotsOf } from './shots/screens.ts'
import { openStage } from './shots/stage.ts'
import { schemes, takeAll, widths } from './shots/take.ts'

const folder = join(import.meta.dirname, '../shots')
const wanted = process.argv.slice(2)

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
try {
  console.log('hoshi: filling a Hoshi to look at…')
  const stage = await openStage(browser)
  try {
    await mkdir(folder, { recursive: true })
    const shots = shotsOf(stage).filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
    for (const width of widths)
      for (const scheme of schemes) await takeAll(browser, { ...stage, folder, shots }, width, scheme)
    console.log(`hoshi: ${shots.length * widths.length * schemes.length} pictures in shots/`)
  } finally {
    await stage.close()
  }
} finally {
  await browser.close()
}
