/** Elements that open over the page; `inert` is everything around a modal part. */
const OPENED = 'dialog[open], [popover], [role=dialog], [role=alertdialog], [role=menu], [inert]'
const FIELDS = 'textarea, input, select, [contenteditable]'

/**
 * Whether the person has a dialog or a menu open, is writing, or has written a text that is not sent yet, none of which
 * may be lost, or is in another tab. Every opened element counts, known or not.
 */
export function isPageInUse(): boolean {
  if (document.hidden) return true
  const isShown = (element: Element) => element.getClientRects().length > 0
  if ([...document.querySelectorAll(OPENED)].some(isShown)) return true
  if ([...document.querySelectorAll('details[open]')].some(isMenu)) return true
  return [...document.querySelectorAll(FIELDS)].some(
    (field) => isEditable(field) && (field === document.activeElement || textIn(field) !== ''),
  )
}

/** Whether its content lies over the page; other details unfold in it, and may stay so. */
function isMenu(details: Element): boolean {
  return [...details.children].some((child) => ['absolute', 'fixed'].includes(getComputedStyle(child).position))
}

/** Whether text can be typed into it, or chosen from it as by typing. */
function isEditable(field: Element): boolean {
  return field.matches('select') ? field === document.activeElement : field.matches(':read-write')
}

function textIn(field: Element): string {
  const text =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : field.textContent
  return text.trim()
}
