// Renders the demo's films into demo/masters/. Arguments select films; `look` draws a contact sheet of each into shots/
// instead.
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { demoContent } from '#demo/content.ts'
import { drawAvatars } from './film/avatars.ts'
import type { Film } from './film/film.ts'
import { makeContactSheet, makeFilm, openStudio, secondsOf } from './film/studio.ts'

const masters = join(import.meta.dirname, 'masters')
const shots = join(import.meta.dirname, '../shots')
const isContactSheet = process.argv.includes('look')
const requested = process.argv.slice(2).filter((word) => word !== 'look')

await mkdir(shots, { recursive: true })
const browser = await openStudio()
try {
  if (requested.length === 0 || requested.includes('avatars')) await drawAvatars(browser)
  for (const { key, creator } of demoContent.episodes) {
    if (requested.length > 0 && !requested.includes(key)) continue
    const { film } = (await import(`./films/${key}.ts`)) as { film: Film }
    const { username = '' } = demoContent.creators.find((each) => each.key === creator) ?? {}
    if (isContactSheet) {
      await makeContactSheet(browser, film, username, join(shots, `demo-${key}.png`))
      continue
    }
    const out = join(masters, `${key}.mp4`)
    await makeFilm(browser, film, username, out)
    const { size } = await stat(out)
    console.log(`demo/masters/${key}.mp4: ${secondsOf(film).toFixed(1)} s, ${Math.round(size / 1000)} kB`)
  }
} finally {
  await browser.close()
}
