import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { openHoshiHouse } from '#tests/support/hoshi-house.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import type { Place } from './screens.ts'

/** A Hoshi of its own, with something to look at. */
export interface Stage extends Place {
  url: string
  close(): Promise<void>
}

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

const scenes = ['rooftop', 'sea', 'hero']
const episodes = [
  { title: 'The Last Local to Vega', genre: 'Fantasy', seconds: 402, tags: ['trains', 'tanabata'] },
  { title: 'Salt on the Handlebars', genre: 'Romance', seconds: 287 },
  { title: 'Five Minutes Before the Bell', genre: 'Slice of Life', seconds: 305 },
  { title: '織姫と彦星', genre: 'Fantasy', seconds: 204 },
  { title: 'Downhill at 24 Frames', genre: 'Action', seconds: 178 },
  { title: 'Unit Zero Overslept', genre: 'Mecha', seconds: 576 },
  { title: 'After Midnight', genre: 'Drama', seconds: 96, nsfw: true },
]
const description = 'The last train of the night has one passenger, and it does not stop where the timetable says.'

/** Starts it on an empty folder and fills it through the public API. */
export async function openStage(browser: Browser): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'hoshi-shots-'))
  const { url, close: closeHouse } = await openHoshiHouse()
  const close = async () => {
    await closeHouse()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const people = {
      creator: await createPerson(url, 'creator', 'Mio Arakawa'),
      uploader: await createPerson(url, 'creator', 'Rafa Sunada'),
      newcomer: await createPerson(url, 'creator'),
      viewer: await createPerson(url, 'viewer'),
    }
    await sayWhoTheyAre(people.creator)
    const pictures = await Promise.all(scenes.map((name) => drawScene(browser, name, folder)))
    const ids: string[] = []
    for (const [place, episode] of episodes.entries()) {
      const picture = pictures[place % pictures.length] ?? ''
      ids.push(await publish(people.creator, await makeClip(picture, episode.seconds, folder), episode))
    }
    await leaveUnfinished(people.creator)
    const clip = await makeClip(pictures[0] ?? '', 20, folder)
    const longClip = await makeClip(pictures[0] ?? '', 740, folder)
    return { url, people, episodeId: ids[0] ?? '', adultId: ids.at(-1) ?? '', clip, longClip, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function drawScene(browser: Browser, name: string, folder: string): Promise<string> {
  const svg = await readFile(join(root, `src/app/art/${name}.svg`), 'utf8')
  const page = await browser.newPage({ viewport: { width: 640, height: 360 } })
  await page.setContent(`<style>body{margin:0}svg{width:640px;height:360px}</style>${svg}`)
  const path = join(folder, `${name}.png`)
  await writeFile(path, await page.screenshot())
  await page.close()
  return path
}

/** A held drawing with silence: it plays without being encoded anew, however long it is. */
async function makeClip(picture: string, seconds: number, folder: string): Promise<string> {
  const path = join(folder, `${seconds}.mp4`)
  const image = ['-loop', '1', '-framerate', '2', '-i', picture]
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo']
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'main', '-pix_fmt', 'yuv420p', '-g', '8']
  const sound = ['-c:a', 'aac', '-b:a', '32k', '-t', String(seconds), '-movflags', '+faststart']
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...image, ...silence, ...codecs, ...sound, path])
  return path
}

interface Words {
  title: string
  genre: string
  nsfw?: boolean
  tags?: string[]
}

async function sayWhoTheyAre(creator: Person): Promise<void> {
  const form = new FormData()
  form.set('section', 'profile')
  form.set('username', 'Mio Arakawa')
  form.set('bio', 'Draws trains, kettles and long goodbyes. One person, one light table, one cut at a time.')
  form.set('patreonUrl', 'https://www.patreon.com/mio-arakawa')
  const saved = await creator.call('POST', '/settings', form)
  if (saved.status >= 400) throw new Error(`Saving the profile answered ${saved.status}: ${await saved.text()}`)
}

async function publish(creator: Person, path: string, words: Words): Promise<string> {
  const bytes = await readFile(path)
  const { uid, uploadURL } = await askForAddress(creator, words.title, bytes.length)
  await sendBytes(creator, uploadURL, bytes)
  await untilPlayable(creator, uid)
  return save(creator, uid, words)
}

/** An episode whose video never arrives, and one whose video is none. */
async function leaveUnfinished(creator: Person): Promise<void> {
  const awaited = await askForAddress(creator, 'On Its Way', 5_000_000)
  await save(creator, awaited.uid, { title: 'On Its Way', genre: 'Mecha' })
  const torn = Buffer.from('not a film at all')
  const refused = await askForAddress(creator, 'Torn Film', torn.length)
  await sendBytes(creator, refused.uploadURL, torn)
  await save(creator, refused.uid, { title: 'Torn Film', genre: 'Drama' })
}

async function askForAddress(creator: Person, title: string, sizeBytes: number) {
  const asked = await creator.call('POST', '/api/v1/videos', { name: `${title}.mp4`, sizeBytes })
  return (await asked.json()) as { uid: string; uploadURL: string }
}

async function sendBytes(creator: Person, uploadURL: string, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'clip.mp4')
  await creator.call('POST', uploadURL, form)
}

async function save(creator: Person, videoId: string, words: Words): Promise<string> {
  const { title, genre, nsfw = false, tags = [] } = words
  const saved = await creator.call('POST', '/api/v1/episodes', { title, genre, nsfw, tags, description, videoId })
  if (saved.status !== 201) throw new Error(`Publishing answered ${saved.status}: ${await saved.text()}`)
  return ((await saved.json()) as { id: string }).id
}

/** Waits for the poster too, which comes last. */
async function untilPlayable(creator: Person, uid: string): Promise<void> {
  for (;;) {
    const video = (await (await creator.call('GET', `/api/v1/videos/${uid}`)).json()) as {
      status: { state: string; reason?: string }
      playback: { poster: string | null }
    }
    if (video.status.state === 'error') throw new Error(`A clip failed: ${video.status.reason}`)
    if (video.status.state === 'ready' && video.playback.poster !== null) return
    await wait(200)
  }
}
