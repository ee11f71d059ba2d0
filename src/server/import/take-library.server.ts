import { type Taking, takeOne } from './taking.ts'

/** Takes lists of episodes and creators as far as these are here: those that came with the archive, or were here before. */
export async function takeLibrary(taking: Taking): Promise<void> {
  const { archive, rooms, memory, report, signal } = taking
  const imported = await memory.takenIds('episode')
  const idOf = ({ episodeId }: { episodeId: string }) => imported.get(episodeId) ?? episodeId
  const visible = async (items: { episodeId: string }[]) =>
    await rooms.catalog.visibleAmong([...new Set(items.map(idOf))], await taking.account())

  let areAllHere = true
  for await (const entries of archive.pages('library.history')) {
    signal.throwIfAborted()
    const account = await taking.account()
    const here = await visible(entries)
    for (const { positionSeconds, watchedAt, ...entry } of entries) {
      const episodeId = idOf(entry)
      const at = new Date(watchedAt)
      const restore = () => rooms.library.restoreToHistory(account, { episodeId, positionSeconds, watchedAt: at })
      if (!here.has(episodeId)) areAllHere = false
      else if (Number.isNaN(at.getTime())) report.leaveOut('history', '', 'not_storable')
      else await takeOne(taking, 'history', '', restore)
    }
  }
  reportAbsent(taking, 'history', areAllHere)

  areAllHere = true
  for await (const entries of archive.pages('library.watchLater')) {
    signal.throwIfAborted()
    const account = await taking.account()
    const here = await visible(entries)
    for (const episodeId of entries.map(idOf)) {
      if (!here.has(episodeId)) areAllHere = false
      else await takeOne(taking, 'watchLater', '', () => rooms.library.keepForLater(account, episodeId))
    }
  }
  reportAbsent(taking, 'watchLater', areAllHere)

  areAllHere = true
  for await (const entries of archive.pages('follows')) {
    signal.throwIfAborted()
    const account = await taking.account()
    const creators = await rooms.creators.findMany(entries.map(({ creatorId }) => creatorId))
    for (const { creatorId } of entries) {
      if (!creators.has(creatorId)) areAllHere = false
      else if (creatorId !== account.uid)
        await takeOne(taking, 'follow', '', () => rooms.community.follow(account, creatorId))
    }
  }
  reportAbsent(taking, 'follow', areAllHere)
}

function reportAbsent({ report }: Taking, kind: 'history' | 'watchLater' | 'follow', areAllHere: boolean): void {
  if (!areAllHere) report.leaveOut(kind, '', 'not_here')
}
