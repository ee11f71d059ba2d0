/** Shown while the browser solves the challenge of a busy network. @see docs/product.md#signup */
export const PROOF_UNDER_WAY =
  'Many accounts are being made from your network, so your browser does a short calculation first. This takes a few seconds. Your account is made right after it.'
