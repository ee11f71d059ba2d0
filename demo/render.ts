// Draws the demo's films into demo/masters/. Words pick films; `look` draws a sheet of each into shots/ instead.
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { demoProgramme } from '#demo/programme.ts'
import { drawAvatars } from './film/avatars.ts'
import type { Film } from './film/film.ts'
import { makeFilm, makeSheet, openStudio, secondsOf } from './film/studio.ts'

const masters = join(import.meta.dirname, 'masters')
const shots = join(import.meta.dirname, '../shots')
const onlyLooks = process.argv.includes('look')
const wanted = process.argv.slice(2).filter((word) => word !== 'look')

await mkdir(shots, { recursive: true })
const browser = await openStudio()
try {
  if (wanted.length === 0 || wanted.includes('avatars')) await drawAvatars(browser)
  for (const { key, creator } of demoProgramme.episodes) {
    if (wanted.length > 0 && !wanted.includes(key)) continue
    const { film } = (await import(`./films/${key}.ts`)) as { film: Film }
    const { username = '' } = demoProgramme.creators.find((each) => each.key === creator) ?? {}
    if (onlyLooks) {
      await makeSheet(browser, film, username, join(shots, `demo-${key}.png`))
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
