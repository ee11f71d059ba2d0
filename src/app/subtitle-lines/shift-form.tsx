import { Form, useNavigation } from 'react-router'
import type { LinesOutside } from '#subtitles/script/lines-outside.ts'

interface ShiftedText {
  id: string
  version: number
  outside: LinesOutside
}

/** Offers to move lines whose times are those of a broadcast, which begins at an hour. */
export function ShiftForm({ text }: { text: ShiftedText }) {
  const isSaving = useNavigation().state !== 'idle'
  const { hours } = text.outside
  if (hours === null) return null
  return (
    <Form method="post" encType="multipart/form-data" noValidate>
      <input type="hidden" name="id" value={text.id} />
      <input type="hidden" name="version" value={text.version} />
      <input type="hidden" name="hours" value={hours} />
      <button type="submit" name="intent" value="shift" className="button button-small" disabled={isSaving}>
        {shiftWords(hours)}
      </button>
    </Form>
  )
}

/** 'Move all lines 1 hour earlier'. */
export function shiftWords(hours: number): string {
  return `Move all lines ${hours} ${hours === 1 ? 'hour' : 'hours'} earlier`
}
