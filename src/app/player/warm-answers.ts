/**
 * Asks for what a film begins with, for whoever begins it on this page. Nobody reads the answers before, so that a
 * browser fetches no more of a large one than it keeps for a reader who is late: about half a megabyte.
 *
 * @returns lets go of answers that nobody has come for; what a film is being made of is left alone
 */
export function warmAnswers(addresses: string[]): () => void {
  const stop = new AbortController()
  window.earlyAnswers ??= {}
  const held = window.earlyAnswers
  for (const address of addresses) {
    const answer = fetch(address, { signal: stop.signal, priority: 'low' })
    answer.then(
      ({ ok }) => !ok && forget(address, answer),
      () => forget(address, answer),
    )
    held[address] = answer
  }
  return () => {
    if (!addresses.every((address) => held[address])) return
    for (const address of addresses) delete held[address]
    stop.abort()
  }
}

/** What went wrong beforehand is asked for again by whoever needs it. */
function forget(address: string, answer: Promise<Response>): void {
  if (window.earlyAnswers?.[address] === answer) delete window.earlyAnswers[address]
}
