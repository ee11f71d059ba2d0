// Takes a picture of every screen and state at three widths, dark and light, into shots/. Words pick those whose names hold them.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launchChromium } from '#tests/support/browser.server.ts'
import { shotsOf } from './shots/screens.ts'
import { openStage } from './shots/stage.ts'
import { takeAll } from './shots/take.ts'

const folder = join(import.meta.dirname, '../shots')
const wanted = process.argv.slice(2)

const browser = await launchChromium()
try {
  console.log('hoshi: filling a Hoshi to look at…')
  const stage = await openStage(browser)
  try {
    await mkdir(folder, { recursive: true })
    const shots = shotsOf(stage).filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
    if (shots.length === 0) throw new Error(`No name of a shot holds ${wanted.join(' or ')}.`)
    console.log(`hoshi: taking ${shots.length} shots…`)
    const begun = performance.now()
    const { pictures, failures } = await takeAll({ ...stage, browser, folder }, shots)
    const seconds = (performance.now() - begun) / 1000
    for (const { name, reason } of failures) console.error(`hoshi: ${name} failed: ${reason}`)
    const each = pictures === 0 ? '' : `, ${(seconds / pictures).toFixed(2)} s each`
    console.log(`hoshi: ${pictures} pictures in shots/, in ${seconds.toFixed(0)} s${each}`)
    if (failures.length > 0) {
      console.error(
        `hoshi: ${failures.length} of ${shots.length} shots failed: ${failures.map(({ name }) => name).join(', ')}`,
      )
      process.exitCode = 1
    }
  } finally {
    await stage.close()
  }
} finally {
  await browser.close()
}
