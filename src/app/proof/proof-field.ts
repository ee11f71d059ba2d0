/** Name of the form field that carries a proof. */
export const PROOF_FIELD = 'proof'
