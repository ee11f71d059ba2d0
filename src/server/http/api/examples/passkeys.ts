import { accountExample } from './accounts.ts'

const credentialID = 'AY7mCq0vT3nQ1Xz5'

export const passkeyExample = {
  id: 'k4c9t0n7w2x5b8v1m6q3d0r7y5',
  name: 'Linux laptop',
  userId: accountExample.uid,
  credentialID,
  publicKey: 'pQECAyYgASFYIGJvdGggY29vcmRpbmF0ZXMgaGF2ZSAzMg==',
  counter: 0,
  deviceType: 'multiDevice',
  backedUp: true,
  transports: 'internal',
  aaguid: '00000000-0000-0000-0000-000000000000',
  createdAt: '2026-03-01T09:35:00.000Z',
  lastUsedAt: null,
}

export const challengeExample = {
  challenge: 'b9m2Qk7xV1sT4nR8wY6pL3zD5fG0hJcA',
  rpId: 'hoshi.example',
  timeout: 60_000,
  userVerification: 'required',
}

/** A credential of a browser, without the data that its device has signed. */
export const signedExample = {
  id: credentialID,
  rawId: credentialID,
  type: 'public-key',
  response: { clientDataJSON: 'e30', signature: 'MEQCIA' },
  clientExtensionResults: {},
}
