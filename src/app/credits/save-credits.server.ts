import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/context.ts'
import type { NewCredit } from '#catalog/credits/credit.ts'
import type { Account } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import { type CreditRow, isFilled, linkField, uidInAddress } from './credits-form.ts'

/**
 * Makes these rows the credits of an own episode.
 * @throws Refusal as `catalog.edit`; catalog.credit_person_unknown also for a link that names nobody
 */
export async function saveCredits(
  context: Readonly<RouterContextProvider>,
  account: Account,
  episodeId: string,
  rows: CreditRow[],
): Promise<void> {
  const { catalog, creators } = context.get(hoshiContext)
  const credits: NewCredit[] = []
  for (const [at, row] of rows.entries()) {
    if (!isFilled(row)) continue
    const { role, name, link } = row
    const uid = link.trim() === '' ? null : await uidOf(link)
    if (uid === undefined) throw new Refusal('catalog.credit_person_unknown', { field: linkField(at) })
    credits.push({ role, name, uid })
  }
  await catalog.edit(account, episodeId, { credits })

  async function uidOf(link: string): Promise<string | undefined> {
    const uid = uidInAddress(link)
    return (uid === null ? await creators.findByUsername(link) : await creators.find(uid))?.uid
  }
}
