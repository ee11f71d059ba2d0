import type { Account } from '#identity/account.ts'
import type { Arc } from '#series/series.ts'
import type { ExportedSeries } from './export-document.ts'
import { seriesPictureName } from './export-format.ts'
import { pictureOf } from './take-account.server.ts'
import { refusalOf, type Taking } from './taking.ts'

/** Makes the series of an archive again, of those of their episodes that are here. */
export async function takeSeries(taking: Taking): Promise<void> {
  const episodeIds = await taking.memory.takenIds('episode')
  const { archive, signal } = taking
  for (const item of archive.items('series')) {
    signal.throwIfAborted()
    await takeOneSeries(taking, await archive.read('series', item), episodeIds)
  }
}

async function takeOneSeries(taking: Taking, series: ExportedSeries, imported: Map<string, string>): Promise<void> {
  const { memory, report, importId, rooms } = taking
  const account = await taking.account()
  const known = await memory.find('series', series.id)
  const isEarlier = known !== undefined && known.importId !== importId
  if (isEarlier && known.rowId !== null && (await isOwn(taking, account, known.rowId))) return report.meetAgain()

  const sourceIds = series.episodes.map(({ id }) => id)
  const ids = sourceIds.map((id) => imported.get(id) ?? '')
  const here = new Set((await rooms.catalog.findOwn(account.uid, ids.filter(Boolean))).map(({ id }) => id))
  const isHere = ids.map((id) => here.has(id))
  if (!isHere.includes(true)) return report.leaveOut('series', series.title, 'parts_missing')

  let id = (known && !isEarlier ? known.rowId : await leftover(taking, account, series)) ?? ''
  const refused = await refusalOf(async () => {
    const { title, description } = series
    if (id === '') id = (await rooms.series.create(account, { title, description })).id
    await memory.store('series', series.id, { importId, rowId: id, code: null })
    const episodeIds = ids.filter((_, at) => isHere[at])
    await rooms.series.setList(account, id, { episodeIds, arcs: remainingArcs(series.arcs, isHere) })
  })
  if (refused) {
    if (id !== '') await refusalOf(() => rooms.series.remove(account, id))
    await memory.store('series', series.id, { importId, rowId: null, code: refused })
    return report.leaveOut('series', series.title, refused)
  }
  report.take('series')
  if (isHere.includes(false)) report.leaveOut('series', series.title, 'parts_missing')
  const picture = taking.archive.find(seriesPictureName(series.id))
  if (!picture) return
  const refusedPicture = await refusalOf(async () => rooms.series.setPoster(account, id, await pictureOf(picture)))
  if (refusedPicture) report.leaveOut('picture', series.title, refusedPicture)
}

async function isOwn({ rooms }: Taking, account: Account, id: string): Promise<boolean> {
  return (await rooms.series.own(account)).some((own) => own.id === id)
}

/** A series that an attempt made and then died: it has the same title, and nothing in it. */
async function leftover({ rooms, memory, requestedAt }: Taking, account: Account, { title }: ExportedSeries) {
  const taken = new Set((await memory.takenIds('series')).values())
  const own = await rooms.series.own(account)
  const found = own.find(
    (each) => each.title === title && each.episodeCount === 0 && each.createdAt >= requestedAt && !taken.has(each.id),
  )
  return found?.id ?? null
}

/** Arcs with the numbers that their parts have among those that are here. */
function remainingArcs(arcs: readonly Arc[], isHere: readonly boolean[]): Arc[] {
  const hereUpTo = [0]
  for (const each of isHere) hereUpTo.push(hereUpTo.at(-1)! + Number(each))
  return arcs.flatMap(({ title, from, to }) => {
    const moved = { title, from: (hereUpTo[from - 1] ?? 0) + 1, to: hereUpTo[to] ?? 0 }
    return moved.from <= moved.to ? [moved] : []
  })
}
