import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { mayAdminister } from '../permissions.ts'
import { INVITATIONS_MAX, type Invitation, type NewInvitation, readInvitation } from './invitation.ts'
import { countInvitations, deleteInvitation, insertInvitation, listInvitations } from './invitation-rows.server.ts'
import { hashInvitation } from './site.server.ts'
import { lockActor, recordAct, type SiteChangeParts } from './site-change.server.ts'
import { lockSettings } from './site-setting-rows.server.ts'

/** Codes with which people sign up where that needs an invitation. Each change leaves an entry in the audit log. */
export interface Invitations {
  /** The newest first. Their codes are not stored. */
  list(): Promise<Invitation[]>
  /**
   * Makes an invitation.
   * @returns the code, which nothing tells again
   * @throws Refusal moderation.uses_invalid, moderation.expires_at_invalid, moderation.too_many_invitations (409),
   *   moderation.admins_only
   */
  create(actor: Account, input: NewInvitation): Promise<{ id: string; code: string }>
  /**
   * Ends an invitation; accounts made with it stay.
   * @throws Refusal moderation.invitation_not_found, moderation.admins_only
   */
  remove(actor: Account, id: string): Promise<void>
}

export interface InvitationsParts extends SiteChangeParts {
  clock: Clock
}

export function createInvitations(parts: InvitationsParts): Invitations {
  const { db, clock } = parts
  return {
    list: () => listInvitations(db),

    async create(actor, input) {
      const now = clock.now()
      const { uses, expiresAt } = readInvitation(input, now)
      const [id, code] = [newId(), newId()]
      await transact(db, async (trx) => {
        await lockActor(parts, trx, actor, mayAdminister)
        // One after the other, so that none is counted too late.
        await lockSettings(trx)
        if ((await countInvitations(trx)) >= INVITATIONS_MAX) throw new Refusal('moderation.too_many_invitations')
        await insertInvitation(trx, { id, uses, expiresAt, createdAt: now }, hashInvitation(code))
        const after = { uses, expiresAt: expiresAt?.toISOString() ?? null }
        await recordAct(parts, trx, actor, { id, action: 'invitation.created', before: {}, after })
      })
      return { id, code }
    },

    async remove(actor, id) {
      await transact(db, async (trx) => {
        await lockActor(parts, trx, actor, mayAdminister)
        const removed = isPossibleId(id) ? await deleteInvitation(trx, id) : undefined
        if (!removed) throw new Refusal('moderation.invitation_not_found')
        const { usesLeft, expiresAt } = removed
        const before = { usesLeft, expiresAt: expiresAt?.toISOString() ?? null }
        await recordAct(parts, trx, actor, { id, action: 'invitation.removed', before, after: {} })
      })
    },
  }
}
