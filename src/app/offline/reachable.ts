/** How long an answer may take. */
const TIMEOUT_MS = 10_000

/** Whether the server has this page for the browser: an error page of the browser's own would take the place of ours. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return status < 500
  } catch {
    return false
  }
}
