import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { DeleteForm } from '#app/dashboard/delete-form.tsx'
import { useDeletion } from '#app/dashboard/use-deletion.ts'
import type { SeriesPlace } from '#app/messages/dashboard.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { Icon } from '#app/ui/icon.tsx'

/** Of the section, for links that lead to it. */
export const DELETE_ID = 'delete'

interface DeleteSectionProps {
  row: OwnRow
  place: SeriesPlace | null
  /** Absent on a page without scripts, where the question is a page of its own. */
  onDeleted?: () => void
}

/** 'Delete Episode' at the end of the edit sheet, which asks in a second step. */
export function DeleteSection({ row, place, onDeleted }: DeleteSectionProps) {
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each navigation that leads here
  useEffect(() => {
    if (hash === `#${DELETE_ID}`) opener.current?.focus()
  }, [hash, key])
  const ask = (event: FormEvent) => {
    if (!onDeleted) return
    event.preventDefault()
    setAsking(true)
  }
  const keep = () => {
    setAsking(false)
    opener.current?.focus()
  }
  return (
    <section className="edit-part" id={DELETE_ID} aria-label="Delete">
      <form method="get" action="/dashboard" onSubmit={ask}>
        <input type="hidden" name="tab" value="content" />
        <button
          ref={opener}
          type="submit"
          name="delete"
          value={row.id}
          className="button button-small button-danger"
          aria-expanded={onDeleted && isAsking}
        >
          <Icon name="trash" />
          Delete Episode
        </button>
      </form>
      {isAsking && onDeleted && <SecondStep row={row} place={place} onDeleted={onDeleted} onKept={keep} />}
    </section>
  )
}

function SecondStep({
  row,
  place,
  onDeleted,
  onKept,
}: Required<DeleteSectionProps> & {
  onKept: () => void
}) {
  const titleId = useId()
  const keep = useRef<HTMLButtonElement>(null)
  const { problem, isDeleting, remove } = useDeletion(row.id, onDeleted)
  useEffect(() => keep.current?.focus(), [])
  return (
    <div className="delete-step">
      <DeleteForm
        row={row}
        place={place}
        tab="content"
        titleId={titleId}
        problem={problem}
        isDeleting={isDeleting}
        onDelete={() => void remove()}
        keep={
          <button ref={keep} type="button" className="button" onClick={onKept}>
            Keep Episode
          </button>
        }
      />
    </div>
  )
}
