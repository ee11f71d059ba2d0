/** Settings that enable the compatible API, which its callers also send. */
export const compatibleApiSettings = { STREAM_ACCOUNT_ID: 'hoshi', STREAM_API_TOKEN: 'a-token-of-the-tests' }

/** Calls the compatible API, as a program written for the hosted service does. */
export function callCompatibleApi(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  { account = compatibleApiSettings.STREAM_ACCOUNT_ID, token = compatibleApiSettings.STREAM_API_TOKEN } = {},
): Promise<Response> {
  return fetch(`${url}/client/v4/accounts/${account}/stream${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** Requests an upload URL and sends one form to it. @returns the response to the form, and the video's uid */
export async function uploadToCompatibleApi(url: string, bytes: Uint8Array<ArrayBuffer>, options: object = {}) {
  const response = await callCompatibleApi(url, 'POST', '/direct_upload', { maxDurationSeconds: 600, ...options })
  const { result } = (await response.json()) as { result: { uid: string; uploadURL: string } }
  const form = new FormData()
  form.set('file', new File([bytes], 'clip.mp4', { type: 'video/mp4' }))
  return { uid: result.uid, sent: await fetch(result.uploadURL, { method: 'POST', body: form }) }
}
