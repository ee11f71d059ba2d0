/** What turns the dialect on, and what its callers send. */
export const dialectSettings = { STREAM_ACCOUNT_ID: 'hoshi', STREAM_API_TOKEN: 'a-token-of-the-tests' }

/** A call of the hosted service's dialect, as a program written for that service makes it. */
export function callDialect(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  { account = dialectSettings.STREAM_ACCOUNT_ID, token = dialectSettings.STREAM_API_TOKEN } = {},
): Promise<Response> {
  return fetch(`${url}/client/v4/accounts/${account}/stream${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** Asks for an address and sends one form to it. @returns the answer to the form, and the video's uid */
export async function uploadInDialect(url: string, bytes: Uint8Array<ArrayBuffer>, asked: object = {}) {
  const answer = await callDialect(url, 'POST', '/direct_upload', { maxDurationSeconds: 600, ...asked })
  const { result } = (await answer.json()) as { result: { uid: string; uploadURL: string } }
  const form = new FormData()
  form.set('file', new File([bytes], 'clip.mp4', { type: 'video/mp4' }))
  return { uid: result.uid, sent: await fetch(result.uploadURL, { method: 'POST', body: form }) }
}
