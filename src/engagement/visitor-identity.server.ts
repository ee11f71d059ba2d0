import type { Account } from '#identity/account.ts'
import { networkOf } from '#platform/ip-address.ts'
import type { Visitor } from './visitor.ts'
import type { VisitorDays } from './visitor-days.server.ts'
import type { VisitorSessions } from './visitor-session.server.ts'

/** A visitor as counts tell them apart. */
export interface VisitorIdentity {
  /** Hash of the session, or of a signed-in person on this day: 16 bytes, in hexadecimal. */
  visitorHash: string
  /** Hash of the visitor's network: 16 bytes, in hexadecimal. */
  networkHash: string
  /** The visitor cookie of a session that begins with this visit; null for a visitor who was known before. */
  freshCookie: string | null
}

export type IdentifyVisitor = (
  visitor: Visitor,
  viewer: Account | null,
  visitId: string,
  now: Date,
) => Promise<VisitorIdentity>

export interface VisitorIdentityParts {
  sessions: VisitorSessions
  days: Pick<VisitorDays, 'hashAccount'>
  /** How many bits of an IPv6 address identify one network. */
  ipv6PrefixBits: number
}

/** Identifies visitors by their account, or else by their session, which begins when there is none. */
export function createVisitorIdentity({ sessions, days, ipv6PrefixBits }: VisitorIdentityParts): IdentifyVisitor {
  return async (visitor, viewer, visitId, now) => {
    const network = networkOf(visitor.ip, ipv6PrefixBits)
    const networkHash = sessions.hashNetwork(network)
    if (viewer) return { visitorHash: await days.hashAccount(viewer.uid, now), networkHash, freshCookie: null }
    const present = sessions.read(visitor.cookie, now)
    if (present) return { visitorHash: present.visitorHash, networkHash, freshCookie: null }
    const { visitorHash, cookie } = sessions.start({ network, visitId }, now)
    return { visitorHash, networkHash, freshCookie: cookie }
  }
}
