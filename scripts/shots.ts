// Takes a screenshot of every screen and state at three widths, dark and light, into shots/. Words select by name.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launchChromium } from '#tests/support/browser/browser.server.ts'
import { captureAll } from './shots/capture.ts'
import { shotsOf } from './shots/screens.ts'
import { openSeededSite } from './shots/seeded-site.ts'

const folder = join(import.meta.dirname, '../shots')
const filters = process.argv.slice(2)

const browser = await launchChromium()
try {
  console.log('hoshi: filling a Hoshi to look at…')
  const site = await openSeededSite(browser)
  try {
    await mkdir(folder, { recursive: true })
    const shots = shotsOf(site).filter(
      ({ name }) => filters.length === 0 || filters.some((filter) => name.includes(filter)),
    )
    if (shots.length === 0) throw new Error(`No name of a shot holds ${filters.join(' or ')}.`)
    console.log(`hoshi: taking ${shots.length} shots…`)
    const startedAt = performance.now()
    const { images, failures } = await captureAll({ ...site, browser, folder }, shots)
    const seconds = (performance.now() - startedAt) / 1000
    for (const { name, reason } of failures) console.error(`hoshi: ${name} failed: ${reason}`)
    const each = images === 0 ? '' : `, ${(seconds / images).toFixed(2)} s each`
    console.log(`hoshi: ${images} images in shots/, in ${seconds.toFixed(0)} s${each}`)
    if (failures.length > 0) {
      console.error(
        `hoshi: ${failures.length} of ${shots.length} shots failed: ${failures.map(({ name }) => name).join(', ')}`,
      )
      process.exitCode = 1
    }
  } finally {
    await site.close()
  }
} finally {
  await browser.close()
}
