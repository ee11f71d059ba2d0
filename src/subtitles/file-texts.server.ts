import { openAsBlob } from 'node:fs'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { FileTexts } from '#video/media/text-streams/text-stream.ts'
import type { VideoHost } from '#video/video-host.ts'
import { FONT_MAX_BYTES, FONTS_PER_EPISODE, FONTS_PER_SUBTITLE, FONTS_STORED_MAX_BYTES } from './fonts/font.ts'
import { countFonts, insertFont } from './fonts/font-rows.server.ts'
import type { FontStorage, StoredFont } from './fonts/font-storage.server.ts'
import { foldFontName } from './fonts/script-fonts.ts'
import { readFile, type SubtitleFields } from './read-fields.ts'
import type { TextReader } from './reader/text-reader.server.ts'
import type { WrittenText } from './reader/text-work.ts'
import { fieldsOfStream, isSame, withOwnLabel } from './stream-fields.ts'
import { STORED_MAX_BYTES, SUBTITLE_MAX_BYTES, SUBTITLES_PER_EPISODE } from './subtitle.ts'
import {
  bytesStoredBy,
  insertSubtitle,
  insertVersion,
  markTaken,
  subtitlesOn,
  wasTaken,
} from './subtitle-rows.server.ts'

/** Takes texts out of the files of episodes. */
export interface FileTextImport {
  /** Takes them out of the file of a video after the commit, by a job. The video plays, and an episode may use it. */
  queue(trx: Trx, videoUid: string): Promise<void>
}

export interface FileTextParts {
  db: Db
  clock: Clock
  jobs: Jobs
  identity: Pick<Identity, 'lockAgainstRemoval'>
  catalog: Pick<Catalog, 'episodeOn' | 'creatorsOf' | 'lockAgainstRemoval'>
  video: Pick<VideoHost, 'withFileTexts'>
  fontStorage: FontStorage
  reader: TextReader
}

/** Takes the texts out of the file of a video, which plays with or without them. */
const takeOutJob: JobKind<{ uid: string }> = {
  name: 'subtitles.take-out',
  about: ({ uid }) => ({ kind: 'video', id: uid }),
  retryLimit: 3,
  retryDelaySeconds: 30,
  expireInSeconds: 3 * 3600,
}

const limits = { textBytes: SUBTITLE_MAX_BYTES, fontBytes: FONT_MAX_BYTES }

/** A text of a file, with the fonts in it that its script names. */
interface FoundText {
  fields: SubtitleFields
  written: WrittenText
  fonts: StoredFont[]
}

export function createFileTextImport(parts: FileTextParts): FileTextImport {
  const { db, jobs, catalog, video } = parts
  jobs.handle(takeOutJob, 1, async ({ uid }, { signal }) => {
    // Another job follows once an episode uses the video, and once it plays.
    const episodeId = await catalog.episodeOn(uid)
    if (episodeId === null || (await wasTaken(db, uid))) return
    await video.withFileTexts(uid, limits, (found) => takeOut(parts, { uid, episodeId }, found), signal)
  })
  return { queue: (trx, uid) => jobs.enqueue(trx, takeOutJob, { uid }) }
}

async function takeOut(parts: FileTextParts, source: { uid: string; episodeId: string }, file: FileTexts) {
  const { db, clock, identity, catalog } = parts
  const texts = await withFonts(parts, await readTexts(parts, file), file.fonts)
  const creatorId = (await catalog.creatorsOf([source.episodeId])).get(source.episodeId)
  if (creatorId === undefined) return
  await transact(db, async (trx) => {
    await identity.lockAgainstRemoval(trx, creatorId)
    if ((await catalog.lockAgainstRemoval(trx, [source.episodeId])).size === 0) return
    const now = clock.now()
    // False for the job that comes second.
    if (!(await markTaken(trx, source.uid, now))) return
    const before = await subtitlesOn(trx, source.episodeId)
    const added: SubtitleFields[] = []
    let bytes = await bytesStoredBy(trx, creatorId)
    for (const [index, { fields, written, fonts }] of texts.entries()) {
      bytes += Buffer.byteLength(written.text)
      if (bytes > STORED_MAX_BYTES || before.length + added.length >= SUBTITLES_PER_EPISODE) return
      // An earlier file of the episode had it, or somebody sent it.
      if (before.some((each) => isSame(each, fields))) continue
      const named = withOwnLabel(fields, added)
      if (!named) continue
      added.push(named)
      const id = newId()
      const at = new Date(now.getTime() + index)
      await insertSubtitle(trx, {
        id,
        episode_id: source.episodeId,
        author_uid: creatorId,
        ...named,
        from_file: true,
        state: 'draft',
        words: null,
        version: 1,
        approved_version: null,
        created_at: at,
        updated_at: at,
        author_deactivated: false,
        hidden_by_moderator: false,
      })
      await insertVersion(trx, {
        subtitle_id: id,
        number: 1,
        author_uid: creatorId,
        format: written.format,
        text: written.text,
        cues: written.cueCount,
        added: written.cueCount,
        removed: 0,
        created_at: at,
        warnings: written.warnings,
      })
      await nameFonts(trx, id, creatorId, fonts, at)
    }
  })
}

/** The texts that can be shown, in the order of the file. */
async function readTexts({ reader }: FileTextParts, { texts }: FileTexts): Promise<FoundText[]> {
  const found: FoundText[] = []
  for (const { path, ...stream } of texts) {
    try {
      const written = await readFile(await openAsBlob(path), reader, null)
      found.push({ fields: fieldsOfStream(stream, written.text), written, fonts: [] })
    } catch (thrown) {
      // A text that an upload would be refused for is left out.
      if (!(thrown instanceof Refusal)) throw thrown
    }
  }
  return found
}

/** Checks each attached font once, and stores it for each script that names it: every text has fonts of its own. */
async function withFonts(
  { fontStorage, reader }: FileTextParts,
  texts: FoundText[],
  files: string[],
): Promise<FoundText[]> {
  const scripts: { text: FoundText; wanted: Set<string> }[] = []
  for (const text of texts) {
    const { format, text: script } = text.written
    if (format === 'ass') scripts.push({ text, wanted: await reader.work(null, 'fonts', script) })
  }
  for (const path of files) {
    const naming = (names: string[]) =>
      scripts
        .filter(({ text, wanted }) => {
          return text.fonts.length < FONTS_PER_SUBTITLE && names.some((name) => wanted.has(foldFontName(name)))
        })
        .map(({ text }) => text)
    let wantedBy: FoundText[] = []
    const copies = (names: string[]) => {
      wantedBy = naming(names)
      return wantedBy.length
    }
    const checked = await fontStorage.store(await openAsBlob(path), copies).catch((cause) => {
      // Too many are checked at this moment: the job is tried again.
      throw new Error('A font could not be checked.', { cause })
    })
    if (!checked.ok && checked.why === 'unavailable') break
    if (checked.ok) for (const [at, font] of checked.fonts.entries()) wantedBy[at]!.fonts.push(font)
  }
  return texts
}

/** They wait until the creator says that they may be shared. */
async function nameFonts(trx: Trx, id: string, author_uid: string, fonts: StoredFont[], created_at: Date) {
  for (const font of fonts) {
    const { ofEpisode, bytes } = await countFonts(trx, id, author_uid)
    if (ofEpisode >= FONTS_PER_EPISODE || bytes >= FONTS_STORED_MAX_BYTES) return
    await insertFont(trx, { ...font, subtitle_id: id, author_uid, is_licensed: false, created_at })
  }
}
