/** Longest wait of a test. Only there to end one that hangs: any machine is faster. */
export const MAX_WAIT_MS = 600_000
