/**
 * Says whether a work is reserved from text and data mining, such as the training of models.
 * @see https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/
 */
export const TDM_RESERVATION = 'tdm-reservation'

/** The value of that header. */
export function tdmReservation(isReserved: boolean): '0' | '1' {
  return isReserved ? '1' : '0'
}
