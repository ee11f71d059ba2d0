import type { Hoshi } from '#app/http/context.ts'
import type { NewCredit } from '#catalog/credits/credit.ts'
import { Refusal } from '#platform/refusal.ts'
import { uidInAddress } from './credits-form.ts'

/** A credit whose person may be named as a creator types it. */
export interface TypedCredit extends NewCredit {
  /** In place of `uid`: a username or the address of a profile; empty for a name alone. */
  profile?: string | undefined
}

/**
 * Finds the creators behind what was typed.
 *
 * @param fieldAt how a refusal names the profile of one credit
 * @throws Refusal catalog.credit_person_unknown for the first one that names no creator
 */
export async function resolveCredits(
  creators: Pick<Hoshi['creators'], 'findMany' | 'uidsNamed'>,
  credits: readonly TypedCredit[],
  fieldAt: (at: number) => string,
): Promise<NewCredit[]> {
  const links = credits.flatMap(({ profile }) => profile?.trim() || [])
  const [byUid, byName] = await Promise.all([
    creators.findMany(links.flatMap((link) => uidInAddress(link) ?? [])),
    creators.uidsNamed(links.filter((link) => uidInAddress(link) === null)),
  ])
  const uidOf = (link: string): string | undefined => {
    const uid = uidInAddress(link)
    return uid === null ? byName.get(link) : byUid.get(uid)?.uid
  }
  return credits.map(({ profile, ...credit }, at): NewCredit => {
    if (profile === undefined) return credit
    const uid = profile.trim() === '' ? null : uidOf(profile.trim())
    if (uid === undefined) throw new Refusal('catalog.credit_person_unknown', { field: fieldAt(at) })
    return { ...credit, uid }
  })
}
