import type { Account } from '#identity/account.ts'
import type { ExportedSubtitles } from './export-document.ts'
import { refusalOf, type Taking } from './taking.ts'

/** Adds the subtitles of an archive to those of its episodes that are here, and shows what was shown there. */
export async function takeSubtitles(taking: Taking): Promise<void> {
  const episodeIds = await taking.memory.takenIds('episode')
  for (const text of taking.archive.document.subtitles) {
    taking.signal.throwIfAborted()
    await takeOneText(taking, text, episodeIds.get(text.episodeId))
  }
}

/** Subtitles for episodes of others are not taken: those are not here, or are not the same. */
async function takeOneText(taking: Taking, text: ExportedSubtitles, episodeId: string | undefined): Promise<void> {
  const { memory, report, importId, rooms } = taking
  const account = await taking.account()
  const known = await memory.find('subtitles', text.id)
  if (known?.rowId && (await isHere(taking, account, known.rowId)))
    return known.importId === importId ? report.take('subtitles') : report.meetAgain()
  const isOwn = episodeId !== undefined && (await rooms.catalog.findOwn(account.uid, [episodeId])).length > 0
  if (!isOwn) return report.leaveOut('subtitles', text.label, 'episode_missing')
  let id = ''
  const refused = await refusalOf(async () => {
    id = await stored(taking, account, episodeId, text)
    if (text.state === 'approved') await rooms.subtitles.review(account, id, { outcome: 'approved' })
  })
  const outcome = refused === null ? { rowId: id, code: null } : { rowId: null, code: refused }
  await memory.store('subtitles', text.id, { importId, ...outcome })
  if (refused === null) report.take('subtitles')
  else report.leaveOut('subtitles', text.label, refused)
}

/** The same text may be here already: from the file of the video, or by an attempt that died. It is then a version of that. */
async function stored(
  { rooms: { subtitles } }: Taking,
  account: Account,
  episodeId: string,
  { language, kind, label, text }: ExportedSubtitles,
): Promise<string> {
  const file = new Blob([text])
  const own = await subtitles.subtitlesOn(episodeId, account)
  const same = own.find((each) => each.language === language && each.kind === kind && each.label === label)
  if (same) return (await subtitles.changeSubtitle(account, same.id, { file })).id
  return (await subtitles.addSubtitle(account, episodeId, { file, language, kind, label })).id
}

async function isHere({ rooms }: Taking, account: Account, id: string): Promise<boolean> {
  return (await refusalOf(() => rooms.subtitles.findSubtitle(id, account))) === null
}
