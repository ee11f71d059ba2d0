import { useRef, useState } from 'react'
import {
  type CreditRow,
  creditRowsOf,
  emptyRow,
  isFilled,
  placeOfProfile,
  textOfRows,
} from '#app/credits/credits-form.ts'
import { saveCredits } from '#app/dashboard/dashboard-api.ts'
import { ApiProblem } from '#app/http/api-client.ts'
import type { EditableCredit } from '#catalog/credits/credit.ts'
import { readCredits } from '#catalog/credits/credit-fields.ts'
import { creditsField } from './changed-fields.ts'
import type { SavedPart } from './use-saving.ts'

export interface Credits extends SavedPart {
  /** The rows as typed. */
  rows: readonly CreditRow[]
  /** Changes when the rows are others than those typed, with which their fields start again. */
  version: number
  /** The typed profile that the server did not find. */
  unknownProfile: string | null
  type(rows: CreditRow[]): void
}

/** The credits of the episode, which are saved with the rest of the page. @param onSaved loads them again */
export function useCredits(id: string, stored: readonly EditableCredit[], onSaved: () => void): Credits {
  const [base, setBase] = useState(() => creditRowsOf(stored))
  const [rows, setRows] = useState(base)
  const [version, setVersion] = useState(0)
  const [unknownProfile, setUnknownProfile] = useState<string | null>(null)
  const latest = useRef(rows)
  latest.current = rows

  function fill(filled: CreditRow[]): void {
    setRows(filled)
    setVersion((last) => last + 1)
  }

  return {
    field: creditsField,
    isUnsaved: textOfRows(rows) !== textOfRows(base),
    rows,
    version,
    unknownProfile,
    type: setRows,
    async save() {
      const sent = rows.filter(isFilled)
      try {
        await saveCredits(id, sent)
      } catch (thrown) {
        const at = thrown instanceof ApiProblem ? placeOfProfile(thrown.field) : null
        setUnknownProfile(at === null ? null : (sent[at]?.link.trim() ?? null))
        throw thrown
      }
      setUnknownProfile(null)
      const saved = asStored(sent)
      setBase(saved)
      // What was typed meanwhile stays.
      const isSame = textOfRows(latest.current) === textOfRows(sent)
      if (isSame && textOfRows(saved) !== textOfRows(sent)) fill(saved)
      onSaved()
    },
    discard() {
      setUnknownProfile(null)
      fill(base)
    },
  }
}

/** The rows as the server stores them: known roles in their spelling, and the same credit once. */
function asStored(rows: readonly CreditRow[]): CreditRow[] {
  const read = readCredits(rows.map(({ role, name, link }) => ({ role, name, uid: link.trim() })))
  return read.length === 0 ? [emptyRow] : read.map(({ role, name, uid }) => ({ role, name, link: uid ?? '' }))
}
