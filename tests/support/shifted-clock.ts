// A run of tests can live at another instant: libfaketime comes before its processes and shifts their clocks alike.

const isOfShift = (name: string) => name === 'LD_PRELOAD' || /FAKETIME|FAKE_STAT/.test(name)

function environmentWhere(holds: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) => (holds(name) ? [[name, value]] : [])),
  )
}

/** What a process needs to live at the run's instant. */
export const shiftSettings = environmentWhere(isOfShift)

/** The environment of a process that cannot bear it. */
export const unshiftedEnvironment = environmentWhere((name) => !isOfShift(name))

/** Milliseconds from the machine's clock to the run's; negative when the run lives earlier. */
export const shiftMs = Number.parseInt(process.env.FAKETIME ?? '0', 10) * 1000

/**
 * Whether PostgreSQL ends what takes too long. In a shifted run its signal handlers see the machine's clock, so that its own
 * timeouts, deadlocks included, come hours too late.
 */
export const databaseHasTimeouts = shiftMs === 0
