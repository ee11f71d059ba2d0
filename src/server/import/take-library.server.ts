import { type Taking, takeOne } from './taking.ts'

/** Entries of a list that are looked at, the latest. @see docs/product.md#limits */
const ENTRIES_MAX = 5000

/** Takes lists of episodes and creators as far as these are here: those that came with the archive, or were here before. */
export async function takeLibrary(taking: Taking): Promise<void> {
  const { archive, rooms, memory, report, signal } = taking
  const { library, follows } = archive.document
  const account = await taking.account()
  const imported = await memory.takenIds('episode')
  const idOf = (sourceId: string) => imported.get(sourceId) ?? sourceId

  const history = (library?.history ?? []).slice(-ENTRIES_MAX)
  const watchLater = (library?.watchLater ?? []).slice(-ENTRIES_MAX)
  const wanted = [...history, ...watchLater].map(({ episodeId }) => idOf(episodeId))
  const visible = await rooms.catalog.visibleAmong([...new Set(wanted)], account)
  const isHere = ({ episodeId }: { episodeId: string }) => visible.has(idOf(episodeId))
  for (const { episodeId, positionSeconds, watchedAt } of history.filter(isHere)) {
    signal.throwIfAborted()
    const entry = { episodeId: idOf(episodeId), positionSeconds, watchedAt }
    await takeOne(taking, 'history', '', () => rooms.library.restoreToHistory(account, entry))
  }
  for (const { episodeId } of watchLater.filter(isHere)) {
    signal.throwIfAborted()
    await takeOne(taking, 'watchLater', '', () => rooms.library.keepForLater(account, idOf(episodeId)))
  }
  if (!history.every(isHere)) report.leaveOut('history', '', 'not_here')
  if (!watchLater.every(isHere)) report.leaveOut('watchLater', '', 'not_here')

  const creatorIds = follows.slice(-ENTRIES_MAX).map(({ creatorId }) => creatorId)
  const creators = await rooms.creators.findMany(creatorIds)
  for (const creatorId of creatorIds.filter((uid) => creators.has(uid) && uid !== account.uid)) {
    signal.throwIfAborted()
    await takeOne(taking, 'follow', '', () => rooms.community.follow(account, creatorId))
  }
  if (!creatorIds.every((uid) => creators.has(uid))) report.leaveOut('follow', '', 'not_here')
}
