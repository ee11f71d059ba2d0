/**
 * The choices that contain what is typed, those that begin with it first; and the typed text itself, where it is none of them.
 */
export function matchingChoices(
  choices: readonly string[],
  typed: string,
): { known: readonly string[]; own: string | null } {
  const text = typed.trim().toLowerCase()
  if (text === '') return { known: choices, own: null }
  const begins = choices.filter((choice) => choice.toLowerCase().startsWith(text))
  const contains = choices.filter((choice) => choice.toLowerCase().includes(text) && !begins.includes(choice))
  const isKnown = choices.some((choice) => choice.toLowerCase() === text)
  return { known: [...begins, ...contains], own: isKnown ? null : typed.trim() }
}
