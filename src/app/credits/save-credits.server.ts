import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import type { Account } from '#identity/account.ts'
import { type CreditRow, isFilled, linkField } from './credits-form.ts'
import { resolveCredits } from './resolve-credits.server.ts'

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
  const filled = rows.flatMap((row, at) => (isFilled(row) ? [{ row, at }] : []))
  const typed = filled.map(({ row: { role, name, link } }) => ({ role, name, profile: link }))
  const credits = await resolveCredits(creators, typed, (nth) => linkField(filled[nth]!.at))
  await catalog.edit(account, episodeId, { credits })
}
