import { contentNotes } from '#catalog/content-notes.ts'
import { pickMetadata } from '#catalog/episode-metadata.ts'
import { mayPublish } from '#catalog/episode-permissions.ts'
import type { Account } from '#identity/account.ts'
import type { ImportedThing } from '#identity/import-rows.server.ts'
import type { ExportedEpisode } from './export-document.ts'
import type { ArchivedFile } from './open-archive.server.ts'
import { refusalOf, type Taking } from './taking.ts'
import { safeFileName, videoForm, videoFormBytes } from './video-form.server.ts'

/** How long a file may wait to be probed before its episode is saved all the same, as pages do. */
const PROBE_WAIT_MS = 15 * 60_000

/** Uploads and publishes the episodes of an archive, the oldest first, as their creator would. */
export async function takeEpisodes(taking: Taking): Promise<void> {
  const { archive, rooms, report, importId, signal } = taking
  const oldestFirst = [...archive.items('episodes')].sort((a, b) => (a.dateMs ?? 0) - (b.dateMs ?? 0))
  for (const item of oldestFirst) {
    signal.throwIfAborted()
    await takeEpisode(taking, await archive.read('episodes', item))
    await rooms.imports.report(importId, report.written())
  }
}

type Outcome = Omit<ImportedThing, 'importId'>

async function takeEpisode(taking: Taking, episode: ExportedEpisode): Promise<void> {
  const { memory, report, importId, rooms } = taking
  const account = await taking.account()
  const known = await memory.find('episode', episode.id)
  const isEarlier = known !== undefined && known.importId !== importId
  if (isEarlier && known.rowId !== null && (await rooms.catalog.findOwn(account.uid, [known.rowId])).length > 0)
    return report.meetAgain()
  const outcome = known && !isEarlier ? known : await bring(taking, account, episode)
  await memory.store('episode', episode.id, { ...outcome, importId })
  if (outcome.rowId === null) return report.leaveOut('episode', episode.title, outcome.code ?? 'no_file')
  report.take('episode')
  if (episode.visibility === 'scheduled') report.leaveOut('episode', episode.title, 'was_scheduled')
  const isUnknown = (note: string) => !contentNotes.some((each) => each === note)
  if (episode.contentNotes.some(isUnknown)) report.leaveOut('episode', episode.title, 'notes_unknown')
}

/** Uploads the file of an episode and saves it. A refused episode leaves no file behind. */
async function bring(taking: Taking, account: Account, episode: ExportedEpisode): Promise<Outcome> {
  const { rooms, archive } = taking
  const item = archive.itemOf('videos', episode.videoId)
  const described = item && (await archive.read('videos', item))
  const file = described ? archive.find(described.file) : null
  if (!described || !file) return { rowId: null, code: 'no_file' }
  if (!mayPublish(account)) return { rowId: null, code: 'catalog.creators_only' }
  let uid = ''
  const refusedUpload = await refusalOf(async () => {
    uid = await uploaded(taking, account, episode.videoId, safeFileName(described.name), file)
  })
  if (refusedUpload) return { rowId: null, code: refusedUpload }
  let id = await rooms.catalog.episodeOn(uid)
  const refused = await refusalOf(async () => {
    if (id === null) {
      await rooms.video.waitUntil(account, uid, 'measured', PROBE_WAIT_MS, taking.signal)
      id = (await rooms.catalog.publish(account, newEpisode(episode, uid))).id
    }
  })
  if (refused === null && id !== null) {
    await keepEmbedSites(taking, account, id, episode)
    return { rowId: id, code: null }
  }
  await refusalOf(() => rooms.video.remove(account, uid))
  return { rowId: null, code: refused }
}

/** The uid of the video made of a file: uploads it, unless an attempt before this one has. */
async function uploaded(
  taking: Taking,
  account: Account,
  sourceId: string,
  name: string,
  file: ArchivedFile,
): Promise<string> {
  const { rooms, memory, importId } = taking
  const known = await memory.find('video', sourceId)
  if (known?.rowId && known.importId === importId) return known.rowId
  const form = () => ({ ...videoForm(file, name, taking.signal), admit: () => account })
  const uid = (await leftover(taking, account, name, file)) ?? (await rooms.video.receivePageForm(form()))
  await memory.store('video', sourceId, { importId, rowId: uid, code: null })
  return uid
}

/**
 * A file that an attempt received before it died: it has the same name and size, and nothing uses it. An upload that it
 * did not end has this size or that of the form, and is removed.
 */
async function leftover(
  { rooms, memory }: Taking,
  account: Account,
  name: string,
  file: ArchivedFile,
): Promise<string | null> {
  const taken = new Set((await memory.takenIds('video')).values())
  const own = (await rooms.video.ownedBy(account)).filter((video) => video.name === name && !taken.has(video.uid))
  for (const { uid, status, ...video } of own) {
    if ((await rooms.catalog.episodeConcerning(uid)) !== null || status.state === 'error') continue
    const isWhole = status.state !== 'pendingupload'
    if (isWhole && video.sizeBytes === file.sizeBytes) return uid
    const isBegun = !isWhole && [file.sizeBytes, videoFormBytes(file, name)].includes(video.sizeBytes)
    if (isBegun) await refusalOf(() => rooms.video.remove(account, uid))
  }
  return null
}

/** Stores the sites that may embed an episode, which are no part of its publication. */
async function keepEmbedSites({ rooms, report }: Taking, account: Account, id: string, episode: ExportedEpisode) {
  const { embedSites, title } = episode
  if (embedSites === null) return
  const refused = await refusalOf(() => rooms.catalog.edit(account, id, { embedSites }))
  if (refused) report.leaveOut('episode', title, refused)
}

/**
 * The fields of an episode that its creator chose. Dates, counts, badges and moderators' decisions are not imported.
 */
function newEpisode(episode: ExportedEpisode, videoId: string) {
  const { visibility, credits } = episode
  return {
    ...pickMetadata(episode),
    videoId,
    // A time of the past, or one that its creator has forgotten, publishes nothing.
    visibility: visibility === 'scheduled' ? ('private' as const) : visibility,
    contentNotes: contentNotes.filter((note) => episode.contentNotes.includes(note)),
    credits: credits.map(({ name, role }) => ({ name, role })),
  }
}
