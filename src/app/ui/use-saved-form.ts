import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The key of a form that restarts from the stored values with each save, and stays as it is after a refusal. After a
 * save, the element with the ref `message` has the focus.
 *
 * @param isSaved whether the page tells that the form was saved
 */
export function useSavedForm(isSaved: boolean) {
  const { key, hash } = useLocation()
  const [formKey, setFormKey] = useState(key)
  const focusedFor = useRef(formKey)
  const message = useRef<HTMLParagraphElement>(null)
  // A link to a part of the page, such as the skip link, has a key too, and is no save.
  if (isSaved && hash === '' && key !== formKey) setFormKey(key)

  useEffect(() => {
    if (focusedFor.current === formKey) return
    focusedFor.current = formKey
    message.current?.focus()
  }, [formKey])

  return { formKey, message }
}
