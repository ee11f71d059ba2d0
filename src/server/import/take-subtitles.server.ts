import type { Account } from '#identity/account.ts'
import { SUBTITLE_MAX_BYTES } from '#subtitles/subtitle.ts'
import type { IndexedItem } from './archive-index.ts'
import { blobOf } from './blob-of.server.ts'
import type { ExportedSubtitles } from './export-document.ts'
import { refusalOf, type Taking } from './taking.ts'

type SubtitleFile = Pick<Blob, 'size' | 'bytes'>

/** A text of the archive. */
interface MetText {
  item: IndexedItem
  text: ExportedSubtitles
  /** Ids here of all texts that imports have brought. */
  taken: Set<string>
}

/** An import has limits of its own. */
const options = { isImported: true }
/** Texts between two reports. */
const REPORT_EACH = 50

/** Adds the subtitles of an archive to those of its episodes that are here, and approves those that were approved there. */
export async function takeSubtitles(taking: Taking): Promise<void> {
  const episodeIds = await taking.memory.takenIds('episode')
  const { archive, rooms, importId, memory, report, signal } = taking
  const taken = new Set((await memory.takenIds('subtitles')).values())
  for (const [index, item] of archive.items('subtitles').entries()) {
    signal.throwIfAborted()
    const text = await archive.read('subtitles', item)
    await takeOneText(taking, { item, text, taken }, episodeIds.get(text.episodeId))
    if (index % REPORT_EACH === 0) await rooms.imports.report(importId, report.written())
  }
}

/** Subtitles for episodes of others are not taken: those are not here, or are not the same. */
async function takeOneText(taking: Taking, met: MetText, episodeId: string | undefined): Promise<void> {
  const { item, text, taken } = met
  const { memory, report, importId, rooms } = taking
  const account = await taking.account()
  const known = await memory.find('subtitles', text.id)
  if (known?.rowId && (await isHere(taking, account, known.rowId)))
    return known.importId === importId ? report.take('subtitles') : report.meetAgain()
  const isOwn = episodeId !== undefined && (await rooms.catalog.findOwn(account.uid, [episodeId])).length > 0
  if (!isOwn) return report.leaveOut('subtitles', text.label, 'episode_missing')
  const file = await textOf(taking, item, text)
  if (!file) return report.leaveOut('subtitles', text.label, 'no_file')
  let id = ''
  const refused = await refusalOf(async () => {
    id = await stored(taking, account, episodeId, file, met)
    if (text.state === 'approved') await rooms.subtitles.review(account, id, { outcome: 'approved' })
  })
  const outcome = refused === null ? { rowId: id, code: null } : { rowId: null, code: refused }
  await memory.store('subtitles', text.id, { importId, ...outcome })
  if (id !== '') taken.add(id)
  if (refused === null) report.take('subtitles')
  else report.leaveOut('subtitles', text.label, refused)
}

/**
 * The same text may be here already: from the file of the video, or by an attempt that died. The text of the archive is then
 * a version of it, unless the one here is another text of the archive with the same name.
 */
async function stored(
  { rooms: { subtitles } }: Taking,
  account: Account,
  episodeId: string,
  file: SubtitleFile,
  { text: { language, kind, label }, taken }: MetText,
): Promise<string> {
  const own = await subtitles.subtitlesOn(episodeId, account)
  const same = own.find(
    (each) => !taken.has(each.id) && each.language === language && each.kind === kind && each.label === label,
  )
  if (same) return (await subtitles.changeSubtitle(account, same.id, { file }, options)).id
  return (await subtitles.addSubtitle(account, episodeId, { file, language, kind, label }, options)).id
}

/** The text is a file of the archive; an export of version 1 has it in the document. Null without one. */
async function textOf(
  { archive }: Taking,
  item: IndexedItem,
  { file }: ExportedSubtitles,
): Promise<SubtitleFile | null> {
  const found = file === undefined ? archive.textOf(item) : archive.find(file)
  return found && (await blobOf(found, SUBTITLE_MAX_BYTES))
}

async function isHere({ rooms }: Taking, account: Account, id: string): Promise<boolean> {
  return (await refusalOf(() => rooms.subtitles.findSubtitle(id, account))) === null
}
