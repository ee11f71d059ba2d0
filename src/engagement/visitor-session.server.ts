import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { VISITOR_SESSION_HOURS } from './play.ts'

/** A session nobody is named by. */
export interface VisitorSession {
  /** 16 bytes, in hexadecimal: what is stored of a visitor. */
  visitorHash: string
}

/** Visitor sessions as signed cookie values `id.expiresAt.signature` (`expiresAt` in seconds since 1970). */
export interface VisitorSessions {
  /** The session of a cookie that we signed and that has not run out; null for every other value. */
  read(cookie: string | null, now: Date): VisitorSession | null
  /**
   * A session for someone without one. The same visit from the same address gets the same session, so that a report
   * whose answer was lost can be repeated without making a second visitor.
   */
  start(visit: { address: string; visitId: string }, now: Date): VisitorSession & { cookie: string }
  /** What limits know of a network: 16 bytes, in hexadecimal, that lead back to it only with the secret. */
  hashNetwork(network: string): string
}

const shape = /^([0-9A-Za-z_-]{22})\.(\d{1,12})\.([0-9A-Za-z_-]{43})$/

/** Sessions signed with keys of their own, derived from the server's secret. */
export function createVisitorSessions(secret: string): VisitorSessions {
  const signingKey = derive(secret, 'visitor cookie')
  const namingKey = derive(secret, 'visitor id')
  const hashingKey = derive(secret, 'visitor hash')
  const addressKey = derive(secret, 'visitor address')

  const sign = (signed: string) => mac(signingKey, signed)
  const hashVisitor = (id: string) => mac(hashingKey, id).subarray(0, 16).toString('hex')

  return {
    read(cookie, now) {
      const [, id = '', expiresAt = '', signature = ''] = shape.exec(cookie ?? '') ?? []
      if (id === '') return null
      if (!timingSafeEqual(Buffer.from(signature, 'base64url'), sign(`${id}.${expiresAt}`))) return null
      if (Number(expiresAt) * 1000 <= now.getTime()) return null
      return { visitorHash: hashVisitor(id) }
    },
    start({ address, visitId }, now) {
      const id = mac(namingKey, `${address} ${visitId}`).subarray(0, 16).toString('base64url')
      const expiresAt = Math.floor(now.getTime() / 1000) + VISITOR_SESSION_HOURS * 3600
      const signed = `${id}.${expiresAt}`
      return { visitorHash: hashVisitor(id), cookie: `${signed}.${sign(signed).toString('base64url')}` }
    },
    hashNetwork: (network) => mac(addressKey, network).subarray(0, 16).toString('hex'),
  }
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `hoshi ${purpose}`, 32))
}

function mac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
