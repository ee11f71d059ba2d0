import { expect, it } from 'vitest'
import { sendFile, sendForm } from './send-file.ts'

const noListeners = { onSent: () => {}, onConnectionLost: () => {} }

it.each([
  ['by tus', sendFile],
  ['as a form', sendForm],
])('sends nothing %s once its signal is aborted', async (_how, send) => {
  const cancelled = new Error('cancelled')
  const file = new File(['bytes'], 'clip.mp4')
  const sending = send(file, 'http://127.0.0.1:9/api/uploads/none', noListeners, AbortSignal.abort(cancelled))
  await expect(sending).rejects.toBe(cancelled)
})
