/** Of how many films the answers are held; those of an older one are let go. */
const FILMS_HELD = 2

const held: { addresses: string[]; stop: AbortController }[] = []

/**
 * Asks for what a film begins with, for whoever begins it on this page. Nobody reads the answers before, so that a
 * browser fetches no more of a large one than it keeps for a reader who is late: about half a megabyte.
 */
export function warmAnswers(addresses: string[]): void {
  const stop = new AbortController()
  window.earlyAnswers ??= {}
  for (const address of addresses) {
    const answer = fetch(address, { signal: stop.signal, priority: 'low' })
    answer.then(
      ({ ok }) => !ok && forget(address, answer),
      () => forget(address, answer),
    )
    window.earlyAnswers[address] = answer
  }
  held.push({ addresses, stop })
  if (held.length > FILMS_HELD) drop(held.shift())
}

/** Lets go of answers that nobody has come for; what a film is being made of is left alone. */
function drop(film: (typeof held)[number] | undefined): void {
  if (!film?.addresses.every((address) => window.earlyAnswers?.[address])) return
  for (const address of film.addresses) delete window.earlyAnswers?.[address]
  film.stop.abort()
}

/** What went wrong beforehand is asked for again by whoever needs it. */
function forget(address: string, answer: Promise<Response>): void {
  if (window.earlyAnswers?.[address] === answer) delete window.earlyAnswers[address]
}
