/** HTTP statuses of refusals about requests themselves, independent of their subject. */
export const platformRefusals = {
  'request.not_found': 404,
  'request.foreign_origin': 403,
  'request.token_invalid': 401,
  'request.invalid': 422,
  'request.unreadable': 400,
  'request.too_large': 413,
  'request.wrong_method': 405,
  'request.wrong_type': 415,
  'request.abandoned': 499,
  'request.proof_required': 428,
  'request.too_many': 429,
  'request.busy': 503,
  'request.format_unknown': 501,
} as const
