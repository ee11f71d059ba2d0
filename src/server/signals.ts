/** Resolves with the first signal that asks this process to stop; later ones change nothing. */
export function onceSignalled(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal))
  })
}
