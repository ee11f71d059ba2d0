import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ActionProblem } from '#app/dashboard/action-problem.ts'
import { changesOf, valuesOf } from '#app/dashboard/edit-changes.ts'
import type { EditFormValues, QuickValues } from '#app/dashboard/edit-values.ts'
import type { EditedEpisode, OwnRow } from '#app/own-episodes/own-row.ts'
import { changedFields } from './changed-fields.ts'
import { type SavedPart, useSaving } from './use-saving.ts'
import { readTyped, useTyped } from './use-typed.ts'

interface EditedOptions {
  /** The episode as it was loaded. */
  row: OwnRow
  /** The values of a refused form that was sent without scripts; null for none. */
  refusedValues: EditFormValues | null
  refused: ActionProblem | null
  /** What is saved with the form. */
  parts: readonly SavedPart[]
  onSaved: (edited: EditedEpisode) => void
}

/** The form of the page: what is typed, what of it is unsaved, and how it is saved. */
export function useEdited({ row, refusedValues, refused, parts, onSaved }: EditedOptions) {
  // As stored when the form was filled: changes from elsewhere are no changes of this form.
  const [base, setBase] = useState(row)
  const [filling, setFilling] = useState({ values: refusedValues ?? valuesOf(row), version: 0 })
  const form = useRef<HTMLFormElement>(null)
  /** What the form held when it was sent, to tell what was typed since then. */
  const sent = useRef('')
  const initial = { values: filling.values, shownNumber: String(row.seriesNumber ?? '') }
  const { typed, read } = useTyped(form, initial, filling.version)
  const fill = (values: EditFormValues) => setFilling(({ version }) => ({ values, version: version + 1 }))
  useTypedElsewhere((quick) => fill({ ...valuesOf(base), ...quick }))

  const saving = useSaving(row.id, refused, (edited) => {
    const stored = { ...base, ...edited }
    onSaved(edited)
    setBase(stored)
    // The server may have trimmed a text, and a moved episode has another number. What was typed meanwhile stays.
    const now = form.current && readTyped(form.current)
    if (
      now &&
      JSON.stringify(now) === sent.current &&
      changedFields(changesOf(now.values, stored, now.shownNumber)).length > 0
    )
      fill(valuesOf(stored))
  })
  const unsavedParts = parts.filter(({ isUnsaved }) => isUnsaved)
  const unsaved = [
    ...changedFields(changesOf(typed.values, base, typed.shownNumber)),
    ...unsavedParts.map(({ field }) => field),
  ]

  return {
    base,
    form,
    filling,
    typed,
    read,
    unsaved,
    phase: saving.phase,
    problem: saving.problem,
    /** @returns the problem; null when everything is saved */
    async save(): Promise<ActionProblem | null> {
      if (!form.current || saving.phase === 'saving') return null
      const now = readTyped(form.current)
      const edit = changesOf(now.values, base, now.shownNumber)
      sent.current = JSON.stringify(now)
      const isChanged = changedFields(edit).length > 0
      return isChanged || unsavedParts.length > 0 ? saving.save(isChanged ? edit : null, unsavedParts) : null
    },
    discard() {
      saving.forgetProblem()
      for (const part of unsavedParts) part.discard()
      fill(valuesOf(base))
    },
  }
}

/** Takes over what was typed in the quick edit, once: it is in the state of the navigation. */
function useTypedElsewhere(onTyped: (typed: QuickValues) => void): void {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const typed = (state as { typed?: QuickValues } | null)?.typed
  const isTaken = useRef(false)
  useEffect(() => {
    if (!typed || isTaken.current) return
    isTaken.current = true
    onTyped(typed)
    void navigate(pathname, { replace: true, state: null, preventScrollReset: true, defaultShouldRevalidate: false })
  })
}
