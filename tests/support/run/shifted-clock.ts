// A test run can have a shifted clock: libfaketime is preloaded into its processes and shifts all clocks alike.

const isOfShift = (name: string) => name === 'LD_PRELOAD' || /FAKETIME|FAKE_STAT/.test(name)

function environmentWhere(matches: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) => (matches(name) ? [[name, value]] : [])),
  )
}

/** Environment that gives a process the run's clock. */
export const shiftSettings = environmentWhere(isOfShift)

/** Environment of a process that does not work with a shifted clock. */
export const unshiftedEnvironment = environmentWhere((name) => !isOfShift(name))

/** Milliseconds from the machine's clock to the run's; negative when the run is earlier. */
export const shiftMs = Number.parseInt(process.env.FAKETIME ?? '0', 10) * 1000

/**
 * Whether PostgreSQL's own timeouts work. In a shifted run its signal handlers see the machine's clock, so its
 * timeouts, including deadlock detection, fire hours too late.
 */
export const databaseHasTimeouts = shiftMs === 0
