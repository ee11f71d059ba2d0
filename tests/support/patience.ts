/** How long a test waits for anything. Only there to end one that hangs: what comes, comes sooner on any machine. */
export const PATIENCE_MS = 600_000
