import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../secret.ts'
import type { Sealing } from './sealing.ts'

/** The values in the header of encrypted backups that verify their key, in hexadecimal digits. */
export interface KeyCheck {
  salt: string
  check: string
}

const MAGIC = Buffer.from('HSB1')
const SALT_BYTES = 32
const KEY_BYTES = 32
/** Bytes that are encrypted together: so many are held in memory, and none is passed on that was not authentic. */
const FRAME_BYTES = 1024 ** 2
const TAG_BYTES = 16
const NONCE_BYTES = 12

export function newKeyCheck(key: Secret): KeyCheck {
  const salt = randomBytes(SALT_BYTES)
  return { salt: salt.toString('hex'), check: checkOf(key, salt).toString('hex') }
}

export function isKeyOf({ salt, check }: KeyCheck, key: Secret): boolean {
  const [wanted, found] = [Buffer.from(check, 'hex'), checkOf(key, Buffer.from(salt, 'hex'))]
  return wanted.length === found.length && timingSafeEqual(wanted, found)
}

/**
 * Encrypts each thing with AES-256-GCM, and names it by a code of its key.
 *
 * A thing has a key of its own, made of the key of the file, a random salt and its name, so that no two frames share key
 * and nonce, and a thing under another name cannot be opened. It is `HSB1`, the salt, and frames of 1 MiB, each with its
 * tag. The nonce of a frame is its number, and whether it is the last one: none can be left out, moved or added.
 *
 * @see https://csrc.nist.gov/pubs/sp/800/38/d/final (GCM), https://eprint.iacr.org/2015/189 (frames, as its STREAM)
 */
export function createSealing(key: Secret, { salt }: KeyCheck): Sealing {
  const root = Buffer.from(salt, 'hex')
  const names = derive(key.reveal(), root, 'names')
  const things = derive(key.reveal(), root, 'things')

  return {
    nameOf(name) {
      const code = createHmac('sha256', names).update(name).digest('hex')
      return `${code.slice(0, 2)}/${code}`
    },

    async *seal(name, source) {
      const own = randomBytes(SALT_BYTES)
      const thingKey = derive(things, own, name)
      yield Buffer.concat([MAGIC, own])
      let number = 0
      for await (const { bytes, isLast } of framesOf(source, FRAME_BYTES)) {
        const cipher = createCipheriv('aes-256-gcm', thingKey, nonceOf(number++, isLast))
        yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
      }
    },

    async *open(name, source) {
      const reader = source[Symbol.asyncIterator]()
      const { head, rest } = await splitHead(reader, MAGIC.length + SALT_BYTES)
      if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged(name)
      const thingKey = derive(things, head.subarray(MAGIC.length), name)
      let number = 0
      for await (const { bytes, isLast } of framesOf(continued(rest, reader), FRAME_BYTES + TAG_BYTES)) {
        if (bytes.length < TAG_BYTES) throw damaged(name)
        const cipher = createDecipheriv('aes-256-gcm', thingKey, nonceOf(number++, isLast))
        cipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        let opened: Buffer
        try {
          opened = Buffer.concat([cipher.update(bytes.subarray(0, -TAG_BYTES)), cipher.final()])
        } catch (cause) {
          throw damaged(name, cause)
        }
        yield opened
      }
    },
  }
}

function checkOf(key: Secret, salt: Buffer): Buffer {
  return derive(key.reveal(), salt, 'check')
}

function derive(key: string | Buffer, salt: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `hoshi backup ${info}`, KEY_BYTES))
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt8(isLast ? 1 : 0, 0)
  nonce.writeBigUInt64BE(BigInt(number), NONCE_BYTES - 8)
  return nonce
}

/** Divides bytes into frames of this size; the last one may be shorter, and is empty when there are no bytes. */
async function* framesOf(
  source: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    length += chunk.length
    // A full frame is kept until there is more, because it may be the last one.
    if (length <= sizeBytes) continue
    let all = Buffer.concat(waiting)
    for (; all.length > sizeBytes; all = all.subarray(sizeBytes))
      yield { bytes: all.subarray(0, sizeBytes), isLast: false }
    waiting = [all]
    length = all.length
  }
  yield { bytes: Buffer.concat(waiting), isLast: true }
}

async function splitHead(
  reader: AsyncIterator<Uint8Array>,
  sizeBytes: number,
): Promise<{ head: Buffer; rest: Buffer }> {
  let all = Buffer.alloc(0)
  while (all.length < sizeBytes) {
    const { value, done } = await reader.next()
    if (done) break
    all = Buffer.concat([all, value])
  }
  return { head: all.subarray(0, sizeBytes), rest: all.subarray(sizeBytes) }
}

async function* continued(first: Buffer, reader: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value
}

function damaged(name: string, cause?: unknown): Error {
  return new Error(`The backup is damaged: ${name} is not what was stored.`, { cause })
}
