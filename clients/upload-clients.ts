import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type DetailedError, Upload } from 'tus-js-client'

// Clients that send one request again and again, and say each time what they read.

export const TRIES = 8
/** More than is read and dropped of a refused body, and than the buffers of a connection hold. */
export const BYTES = 8 * 1024 ** 2

const run = promisify(execFile)

/** Its body is zeros between a start and an end. */
export interface SentRequest {
  url: string
  method: string
  headers: Record<string, string>
  start?: string
  end?: string
  bytes?: number
}

export interface Answer {
  status?: number
  body?: string
  error?: string
}

/** @param node the program whose fetch it is */
export async function sendByFetch(node: string, request: SentRequest): Promise<Answer[]> {
  const what = JSON.stringify({ bytes: BYTES, ...request, tries: TRIES })
  const { stdout } = await run(node, [join(import.meta.dirname, 'send-refused.mjs'), what])
  return JSON.parse(stdout)
}

export async function sendByCurl(request: SentRequest): Promise<Answer[]> {
  const { url, method, headers, start = '', end = '', bytes = BYTES } = request
  // Without 'Expect', the body follows at once.
  const fields = Object.entries({ ...headers, Expect: '' }).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const dir = await mkdtemp(join(tmpdir(), 'hoshi-refused-'))
  const file = join(dir, 'body')
  await writeFile(file, Buffer.concat([Buffer.from(start), Buffer.alloc(bytes), Buffer.from(end)]))
  const args = ['-sS', '-X', method, ...fields, '--data-binary', `@${file}`, '-w', '\n%{http_code}', url]
  const answers: Answer[] = []
  for (let n = 0; n < TRIES; n++) {
    const { stdout } = await run('curl', args).catch((error: { stdout: string }) => error)
    const bodyEnd = stdout.lastIndexOf('\n')
    answers.push({ status: Number(stdout.slice(bodyEnd)), body: stdout.slice(0, bodyEnd) })
  }
  await rm(dir, { recursive: true })
  return answers
}

/** Sends the body as a piece of an upload, with other headers where the request has them. */
export async function sendByTus({ url, headers }: SentRequest): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let n = 0; n < TRIES; n++) {
    const error = await new Promise<Error | DetailedError>((resolve, reject) => {
      const upload = new Upload(Buffer.alloc(BYTES), {
        uploadUrl: url,
        retryDelays: null,
        onBeforeRequest(request) {
          if (request.getMethod() !== 'PATCH') return
          for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
        },
        onSuccess: () => reject(new Error('It was not refused.')),
        onError: resolve,
      })
      upload.start()
    })
    const response = 'originalResponse' in error ? error.originalResponse : null
    answers.push(response ? { status: response.getStatus(), body: response.getBody() } : { error: String(error) })
  }
  return answers
}
