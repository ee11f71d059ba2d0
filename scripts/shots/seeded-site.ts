import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { startHoshiInstance } from '#tests/support/worlds/hoshi-instance.server.ts'
import { drawLoop, makeClip } from './clips.ts'
import { fillCommunity, follow } from './community.ts'
import { listWords, lookAfterAccounts, reportEpisodes } from './console.ts'
import { EDITED_TITLE, type Fixtures } from './shot.ts'

/** A separate Hoshi with content to show. */
export interface SeededSite extends Fixtures {
  url: string
  close(): Promise<void>
}

const scenes = ['rooftop', 'sea', 'hero']
const episodes = [
  { title: EDITED_TITLE, genre: 'Fantasy', seconds: 402, tags: ['trains', 'tanabata'] },
  { title: 'Salt on the Handlebars', genre: 'Romance', seconds: 287 },
  { title: 'Five Minutes Before the Bell', genre: 'Slice of Life', seconds: 305 },
  { title: '織姫と彦星', genre: 'Fantasy', seconds: 204 },
  { title: 'Downhill at 24 Frames', genre: 'Action', seconds: 178 },
  { title: 'Unit Zero Overslept', genre: 'Mecha', seconds: 576 },
  { title: 'After Midnight', genre: 'Drama', seconds: 96, nsfw: true },
]
/** Chapters of the first episode. */
const chapters = '0:00 The platform\n0:50 The viaduct\n2:39 One minute late\n4:31 Home'
const description = 'The last train of the night has one passenger, and it does not stop where the timetable says.'

/** Starts it on an empty folder and fills it through the public API. */
export async function openSeededSite(browser: Browser): Promise<SeededSite> {
  const folder = await mkdtemp(join(tmpdir(), 'hoshi-shots-'))
  const { url, output, close: closeInstance } = await startHoshiInstance()
  const close = async () => {
    await closeInstance()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const people = {
      creator: await createPerson(url, 'creator', 'Mio Arakawa'),
      uploader: await createPerson(url, 'creator', 'Rafa Sunada'),
      newcomer: await createPerson(url, 'creator'),
      viewer: await createPerson(url, 'viewer'),
      admin: await createPerson(url, 'creator', 'Ren'),
      suspended: await createPerson(url, 'creator', 'kappa_77'),
    }
    await lookAfterAccounts(people, output())
    await fillInProfile(people.creator)
    await follow([people.viewer, people.uploader], people.creator)
    const loops = await Promise.all(scenes.map((name) => drawLoop(browser, name, folder)))
    const clipOf = (seconds: number, index = 0) => makeClip(loops[index % loops.length] ?? '', seconds, folder)
    const ids: string[] = []
    for (const [index, { seconds, ...fields }] of episodes.entries())
      ids.push(await publish(people.creator, await clipOf(seconds, index), fields))
    await addUnfinished(people.creator)
    await waitUntilAllPlay(people.creator)
    await fillCommunity(url, people, ids)
    await reportEpisodes(people, ids)
    await listWords(people)
    await addCredits(people.creator, people.uploader, ids)
    const seriesId = await makeSeries(people.creator, ids.slice(0, 5))
    const clip = await clipOf(20)
    const longClip = await clipOf(740)
    const known = { episodeId: ids[0] ?? '', adultId: ids.at(-1) ?? '', seriesId }
    return { url, people, ...known, clip, longClip, close }
  } catch (error) {
    await close()
    throw error
  }
}

interface EpisodeFields {
  title: string
  genre: string
  nsfw?: boolean
  tags?: string[]
}

async function fillInProfile(creator: Person): Promise<void> {
  const form = new FormData()
  form.set('section', 'profile')
  form.set('username', 'Mio Arakawa')
  form.set('bio', 'Draws trains, kettles and long goodbyes. One person, one light table, one cut at a time.')
  const saved = await creator.call('POST', '/settings', form)
  if (saved.status >= 400) throw new Error(`Saving the profile answered ${saved.status}: ${await saved.text()}`)
  const supportLinks = [
    { label: 'Patreon', url: 'https://www.patreon.com/mio-arakawa' },
    { label: 'Prints and flip books', url: 'https://mio-arakawa.booth.pm/' },
    { label: 'Ko-fi', url: 'https://ko-fi.com/mio_arakawa' },
  ]
  const linked = await creator.call('PATCH', '/api/v1/creators/me', { supportLinks })
  if (linked.status >= 400) throw new Error(`Saving the links answered ${linked.status}: ${await linked.text()}`)
}

/** A series of these episodes, in two arcs. */
async function makeSeries(creator: Person, episodeIds: string[]): Promise<string> {
  const fields = { title: 'The Vega Line', description: 'Stops of one line, and everybody who gets on too late.' }
  const made = await creator.call('POST', '/api/v1/series', fields)
  const { id } = (await made.json()) as { id: string }
  const arcs = [
    { title: 'Departures', from: 1, to: 3 },
    { title: 'Terminus', from: 4, to: episodeIds.length },
  ]
  const listed = await creator.call('PUT', `/api/v1/series/${id}/episodes`, { episodeIds, arcs })
  if (listed.status !== 200) throw new Error(`Ordering the series answered ${listed.status}: ${await listed.text()}`)
  return id
}

async function publish(creator: Person, path: string, fields: EpisodeFields): Promise<string> {
  const bytes = await readFile(path)
  const { uid, uploadURL } = await createUpload(creator, fields.title, bytes.length)
  await sendBytes(creator, uploadURL, bytes)
  return save(creator, uid, fields)
}

/** Makes an episode whose video never arrives, and one whose file is not a video. */
async function addUnfinished(creator: Person): Promise<void> {
  const awaited = await createUpload(creator, 'On Its Way', 5_000_000)
  await save(creator, awaited.uid, { title: 'On Its Way', genre: 'Mecha' })
  const notAVideo = Buffer.from('not a video at all')
  const refused = await createUpload(creator, 'Torn Film', notAVideo.length)
  await sendBytes(creator, refused.uploadURL, notAVideo)
  await save(creator, refused.uid, { title: 'Torn Film', genre: 'Drama' })
}

/** Names the other creator in three episodes, who accepts the first. */
async function addCredits(creator: Person, other: Person, ids: string[]): Promise<void> {
  const { uid } = other.account
  for (const id of ids.slice(0, 3)) {
    const credits = [
      { name: 'Mio Arakawa', role: 'Direction', uid: creator.account.uid },
      { name: 'Mio Arakawa', role: 'Key animation', uid: creator.account.uid },
      { name: 'Rafa Sunada', role: 'In-between', uid },
      { name: 'Saki Onodera', role: 'In-between' },
      { name: 'Kita-Senju brass band', role: 'Music' },
    ]
    await creator.call('PATCH', `/api/v1/episodes/${id}`, { credits })
  }
  const { credits } = (await (await other.call('GET', '/api/v1/me/credits')).json()) as { credits: NamingCredit[] }
  const [first] = credits.filter(({ episode }) => episode.id === ids[0])
  if (first) await other.call('PUT', `/api/v1/me/credits/${first.id}`)
}

interface NamingCredit {
  id: string
  episode: { id: string }
}

async function createUpload(creator: Person, title: string, sizeBytes: number) {
  const response = await creator.call('POST', '/api/v1/videos', { name: `${title}.mp4`, sizeBytes })
  return (await response.json()) as { uid: string; uploadURL: string }
}

async function sendBytes(creator: Person, uploadURL: string, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'clip.mp4')
  await creator.call('POST', uploadURL, form)
}

async function save(creator: Person, videoId: string, fields: EpisodeFields): Promise<string> {
  const { title, genre, nsfw = false, tags = [] } = fields
  const text = title === EDITED_TITLE ? `${description}\n\n${chapters}` : description
  const body = { title, genre, nsfw, tags, description: text, videoId }
  const saved = await creator.call('POST', '/api/v1/episodes', body)
  if (saved.status !== 201) throw new Error(`Publishing answered ${saved.status}: ${await saved.text()}`)
  return ((await saved.json()) as { id: string }).id
}

/** Waits until all videos play and have posters, and the edited one its storyboard. Other processing may continue. */
async function waitUntilAllPlay(creator: Person): Promise<void> {
  const titles = episodes.map(({ title }) => title)
  for (;;) {
    const listed = (await (await creator.call('GET', '/api/v1/me/episodes')).json()) as { episodes: OwnEpisode[] }
    const published = listed.episodes.filter(({ title }) => titles.includes(title))
    const failed = published.find(({ status }) => status.state === 'error')
    if (failed) throw new Error(`${failed.title} failed: ${failed.status.reason}`)
    if (published.every(isComplete)) return
    await wait(200)
  }
}

interface OwnEpisode {
  title: string
  status: { state: string; reason?: string }
  poster: string | null
  storyboard: string | null
}

function isComplete({ title, status, poster, storyboard }: OwnEpisode): boolean {
  return status.state === 'ready' && poster !== null && (title !== EDITED_TITLE || storyboard !== null)
}
