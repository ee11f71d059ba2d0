/** Seconds since 1970 after which no further test file starts. */
const until = process.env.HOSHI_TESTS_UNTIL

export const hasTimeLimit = until !== undefined

/** Whether a file that would start now has to be left out. */
export const isTimeUp = () => hasTimeLimit && Date.now() / 1000 > Number(until)
