/** Seconds since 1970 after which no further test file starts. */
const until = process.env.HOSHI_TESTS_UNTIL

/** Paths, from the project's root, of the files that start before all others, whatever the time is. */
export const filesThatMustRun: readonly string[] = process.env.HOSHI_TESTS_FIRST?.split(',') ?? []

/** Whether a file that would start now has to be left out. */
export const isTimeUp = () => until !== undefined && Date.now() / 1000 > Number(until)
