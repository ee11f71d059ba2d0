import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { VISITOR_SESSION_HOURS } from './play.ts'

/** An anonymous session. */
export interface VisitorSession {
  /** 16 bytes, in hexadecimal; nothing else of a visitor is stored. */
  visitorHash: string
}

/** Visitor sessions as signed cookie values `id.expiresAt.signature` (`expiresAt` in seconds since 1970). */
export interface VisitorSessions {
  /** The session of a validly signed, unexpired cookie; null for every other value. */
  read(cookie: string | null, now: Date): VisitorSession | null
  /**
   * Starts a session. The same visit from the same network gets the same one, so that a report whose response was lost
   * can be repeated without creating a second visitor.
   */
  start(visit: { network: string; visitId: string }, now: Date): VisitorSession & { cookie: string }
  /** Hash of a network for limits: 16 bytes, in hexadecimal, linkable to the network only with the secret. */
  hashNetwork(network: string): string
}

const shape = /^([0-9A-Za-z_-]{22})\.(\d{1,12})\.([0-9A-Za-z_-]{43})$/

/** Sessions signed with their own keys, derived from the server's secret. */
export function createVisitorSessions(secret: string): VisitorSessions {
  const signingKey = derive(secret, 'visitor cookie')
  const namingKey = derive(secret, 'visitor id')
  const hashingKey = derive(secret, 'visitor hash')
  const networkKey = derive(secret, 'visitor address')

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
    start({ network, visitId }, now) {
      const id = mac(namingKey, `${network} ${visitId}`).subarray(0, 16).toString('base64url')
      const expiresAt = Math.floor(now.getTime() / 1000) + VISITOR_SESSION_HOURS * 3600
      const signed = `${id}.${expiresAt}`
      return { visitorHash: hashVisitor(id), cookie: `${signed}.${sign(signed).toString('base64url')}` }
    },
    hashNetwork: (network) => mac(networkKey, network).subarray(0, 16).toString('hex'),
  }
}

/** A key object: with the bytes themselves, `createHmac` of Node 24 takes five times as long. */
function derive(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `hoshi ${purpose}`, 32)))
}

function mac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
