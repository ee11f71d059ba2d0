/** Work to do before a call: find a nonce so that the SHA-256 of `{challenge}.{nonce}` begins with so many zero bits. */
export interface ProofChallenge {
  challenge: string
  bits: number
}

/** Carries the proof, `{challenge}.{nonce}`, when the call is repeated. */
export const PROOF_HEADER = 'proof-of-work'
