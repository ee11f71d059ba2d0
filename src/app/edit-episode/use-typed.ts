import { type RefObject, useLayoutEffect, useReducer, useState } from 'react'
import { type EditFormValues, readEditValues } from '#app/dashboard/edit-values.ts'
import { SHOWN_FIELDS } from '#app/dashboard/shown-choices.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** What the form holds now. */
interface Typed {
  values: EditFormValues
  /** The number in the series that the field had on its own. */
  shownNumber: string
}

/**
 * The values of a form whose fields keep them. They are read after each render that an input has caused, since a field may
 * set others.
 *
 * @param version changes when the form is filled again
 */
export function useTyped(form: RefObject<HTMLFormElement | null>, initial: Typed, version: number) {
  const [typed, setTyped] = useState(initial)
  const [turn, read] = useReducer((count: number) => count + 1, 0)
  // Times are read in the browser's own zone, which the fields have from then on.
  const isHydrated = useHydrated()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn and each version reads the form again.
  useLayoutEffect(() => {
    if (isHydrated && form.current) setTyped(readTyped(form.current))
  }, [form, isHydrated, turn, version])
  return { typed, read }
}

export function readTyped(form: HTMLFormElement): Typed {
  const fields = new FormData(form)
  const nsfw = form.elements.namedItem('nsfw')
  return {
    values: {
      ...readEditValues(fields, 'local'),
      // The box is read even while it is disabled.
      nsfw: nsfw instanceof HTMLInputElement && nsfw.checked,
    },
    shownNumber: String(fields.get(SHOWN_FIELDS.seriesNumber) ?? ''),
  }
}
