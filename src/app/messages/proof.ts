/** Each is shown while the browser solves the challenge of a busy network. @see docs/product.md#signup */
export const SIGN_UP_PROOF =
  'Many accounts are being created from your network, so your browser is running a short check first. This takes a few seconds. Your account is then created.'

export const REPORT_PROOF =
  'Many reports are being sent from your network, so your browser does a short calculation first. This takes a few seconds. Your report is sent right after it.'
