import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import type { NewCredit } from '#catalog/credits/credit.ts'
import type { Account } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import { type CreditRow, isFilled, linkField, uidInAddress } from './credits-form.ts'

/**
 * Makes these rows the credits of an own episode.
 * @throws Refusal as `catalog.edit`; catalog.credit_person_unknown also for a link that names no creator
 */
export async function saveCredits(
  context: Readonly<RouterContextProvider>,
  account: Account,
  episodeId: string,
  rows: CreditRow[],
): Promise<void> {
  const { catalog, creators } = context.get(hoshiContext)
  const filled = rows.flatMap((row, at) => (isFilled(row) ? [{ ...row, at, link: row.link.trim() }] : []))
  const linked = filled.filter(({ link }) => link !== '').map(({ link }) => ({ link, uid: uidInAddress(link) }))
  const [byUid, byName] = await Promise.all([
    creators.findMany(linked.flatMap(({ uid }) => uid ?? [])),
    creators.uidsNamed(linked.flatMap(({ link, uid }) => (uid === null ? [link] : []))),
  ])
  const uidOf = (link: string): string | undefined => {
    const uid = uidInAddress(link)
    return uid === null ? byName.get(link) : byUid.get(uid)?.uid
  }
  const credits = filled.map(({ role, name, link, at }): NewCredit => {
    const uid = link === '' ? null : uidOf(link)
    if (uid === undefined) throw new Refusal('catalog.credit_person_unknown', { field: linkField(at) })
    return { role, name, uid }
  })
  await catalog.edit(account, episodeId, { credits })
}
