import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

// A device with passkeys, in software: what a browser and its authenticator answer (WebAuthn Level 3, ES256, no attestation).

export interface PasskeyDevice {
  /** Makes a passkey. @param options of the server, as JSON */
  create(options: unknown): SignedCredential
  /** Uses the last passkey that it has made. @param options of the server, as JSON */
  get(options: unknown): SignedCredential
}

/** A credential, as a browser sends it. */
export interface SignedCredential {
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: Record<string, never>
  response: Record<string, unknown>
}

interface DeviceOptions {
  /** Whether it asks for a finger, a face or a PIN. */
  verifiesPerson?: boolean
}

const flags = { present: 1, verified: 4, attested: 64 }

/** @param origin of the page, as the browser knows it */
export function createPasskeyDevice(origin: string, { verifiesPerson = true }: DeviceOptions = {}): PasskeyDevice {
  let made: { id: Buffer; privateKey: KeyObject } | undefined
  let counter = 0
  const personFlags = flags.present | (verifiesPerson ? flags.verified : 0)
  const clientData = (type: string, options: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge: read(options, 'challenge'), origin, crossOrigin: false }))

  return {
    create(options) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(16)
      made = { id, privateKey }
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
      const authData = authenticatorData(read(options, 'rp', 'id'), personFlags | flags.attested, counter, attested)
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return credential(id, {
        clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
        attestationObject: encode(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },
    get(options) {
      if (!made) throw new Error('This device has no passkey.')
      counter += 1
      const authData = authenticatorData(read(options, 'rpId'), personFlags, counter)
      const data = clientData('webauthn.get', options)
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()])
      return credential(made.id, {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, made.privateKey).toString('base64url'),
      })
    },
  }
}

function credential(id: Buffer, response: Record<string, unknown>): SignedCredential {
  const text = id.toString('base64url')
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, response }
}

function authenticatorData(rpId: string, flagBits: number, counter: number, attested = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flagBits]), count, attested])
}

function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  return encode(key)
}

/** A text at a path of names. */
function read(value: unknown, ...names: string[]): string {
  let found = value
  for (const name of names) found = (found as Record<string, unknown>)[name]
  if (typeof found !== 'string') throw new Error(`The options have no ${names.join('.')}.`)
  return found
}

type Cbor = number | string | Buffer | Map<string, Cbor> | Map<number, Cbor>

/** CBOR, as far as a credential needs it. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, entry]) => [encode(key), encode(entry)])
    return Buffer.concat([head(5, value.size), ...entries])
  }
  return Buffer.concat([head(2, value.length), value])
}

function head(majorType: number, argument: number): Buffer {
  const type = majorType << 5
  if (argument < 24) return Buffer.from([type | argument])
  if (argument < 256) return Buffer.from([type | 24, argument])
  return Buffer.from([type | 25, argument >> 8, argument & 255])
}
