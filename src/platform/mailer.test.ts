import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLasting } from './lasting-error.ts'
import { createLog, type Log } from './log.server.ts'
import { createOutboxMailer, createSmtpMailer } from './mailer.server.ts'

const from = 'Hoshi <no-reply@hoshi.example>'
const link = `https://hoshi.example/reset-password?token=${'Ab1-_'.repeat(40)}`
const mail = { to: 'mika@example.org', subject: 'Choose a new password', text: `Open this:\n\n${link}\n\nBye.\n` }

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-mail-'))
})

afterEach(() => rm(dir, { recursive: true, force: true }))

/** A header's value with its encoded words decoded (RFC 2047). */
function header(message: string, name: string): string {
  const [head = ''] = message.split(/\r?\n\r?\n/, 1)
  const unfolded = head.replaceAll(/\r?\n[ \t]/g, ' ')
  const value = new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? ''
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString())
    .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, word: string) =>
      Buffer.from(
        word
          .replaceAll('_', ' ')
          .replaceAll(/=([0-9A-F]{2})/g, (__, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString(),
    )
}

describe('the outbox', () => {
  async function onlyFile(): Promise<{ name: string; content: string }> {
    const [name = '', ...others] = await readdir(join(dir, 'outbox'))
    expect(others).toEqual([])
    return { name, content: await readFile(join(dir, 'outbox', name), 'utf8') }
  }

  test('holds each mail as a file that a person and a mail program can read', async () => {
    await createOutboxMailer(join(dir, 'outbox'), from, createLog('silent')).send(mail)
    const { name, content } = await onlyFile()
    expect(name).toMatch(/\.eml$/)
    expect(header(content, 'To')).toBe('mika@example.org')
    expect(header(content, 'From')).toBe(from)
    expect(header(content, 'Subject')).toBe('Choose a new password')
    expect(header(content, 'Date')).not.toBe('')
    expect(content).toContain(`\n${link}\n`)
  })

  test('preserves a subject in any script', async () => {
    const subject = 'Willkommen, Jörg: 星空の約束 ⭐'
    await createOutboxMailer(join(dir, 'outbox'), from, createLog('silent')).send({ ...mail, subject })
    expect(header((await onlyFile()).content, 'Subject')).toBe(subject)
  })

  test('takes no header from a subject or an address', async () => {
    const sent = createOutboxMailer(join(dir, 'outbox'), from, createLog('silent'))
    await sent.send({ ...mail, subject: 'Hello\r\nBcc: everybody@example.org' })
    expect((await onlyFile()).content).not.toMatch(/^Bcc:/im)
  })

  test('is readable by its owner only', async () => {
    await createOutboxMailer(join(dir, 'outbox'), from, createLog('silent')).send(mail)
    const { name } = await onlyFile()
    expect((await stat(join(dir, 'outbox'))).mode & 0o077).toBe(0)
    expect((await stat(join(dir, 'outbox', name))).mode & 0o077).toBe(0)
  })

  test('retains a mail for thirty days', async () => {
    const outbox = createOutboxMailer(join(dir, 'outbox'), from, createLog('silent'))
    await outbox.cleanUp?.()
    await outbox.send(mail)
    const { name } = await onlyFile()
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000)
    await utimes(join(dir, 'outbox', name), daysAgo(29), daysAgo(29))
    await outbox.cleanUp?.()
    expect((await onlyFile()).name).toBe(name)
    await utimes(join(dir, 'outbox', name), daysAgo(31), daysAgo(31))
    await outbox.cleanUp?.()
    expect(await readdir(join(dir, 'outbox'))).toEqual([])
  })

  test('logs the name of the file, and nothing of the mail', async () => {
    const lines: unknown[] = []
    const log: Log = { ...createLog('silent'), info: (details) => void lines.push(details) }
    await createOutboxMailer(join(dir, 'outbox'), from, log).send(mail)
    const { name } = await onlyFile()
    expect(lines).toEqual([{ file: join(dir, 'outbox', name) }])
  })
})

describe('SMTP', () => {
  test('sends the mail to the configured server', async () => {
    const received = await receiveOne((url) => createSmtpMailer(url, from).send(mail))
    expect(received.to).toEqual(['mika@example.org'])
    expect(received.from).toBe('no-reply@hoshi.example')
    expect(header(received.message, 'Subject')).toBe('Choose a new password')
    expect(received.message.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')).toContain(link)
  })

  test('fails when the server does not accept the mail, so that the job retries', async () => {
    const refusing = await serve(
      new SMTPServer({ ...insecureOptions, onRcptTo: (_to, _session, done) => done(new Error('Full.')) }),
    )
    await expect(createSmtpMailer(refusing.url, from).send(mail)).rejects.toThrow('Full.')
    await refusing.stop()
    await expect(createSmtpMailer(refusing.url, from).send(mail)).rejects.toThrow()
  })

  test.each([
    [550, 'No such user here.', true],
    [554, 'We never take this.', true],
    [452, 'Come back later.', false],
    [530, 'Say who you are.', false],
  ])('knows from %i whether the mail will ever be taken', async (responseCode, words, isLastingRefusal) => {
    const refusing = await serve(
      new SMTPServer({
        ...insecureOptions,
        onRcptTo: (_to, _session, done) => done(Object.assign(new Error(words), { responseCode })),
      }),
    )
    const error: unknown = await createSmtpMailer(refusing.url, from)
      .send(mail)
      .catch((thrown) => thrown)
    await refusing.stop()
    expect(error).toMatchObject({ message: expect.stringContaining(words) })
    expect(isLasting(error)).toBe(isLastingRefusal)
  })
})

const insecureOptions = { authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false }

interface ReceivedMail {
  from: string
  to: string[]
  message: string
}

async function receiveOne(send: (url: string) => Promise<void>): Promise<ReceivedMail> {
  const received = Promise.withResolvers<ReceivedMail>()
  const server = await serve(
    new SMTPServer({
      ...insecureOptions,
      onData(stream, { envelope }, done) {
        text(stream).then((message) => {
          const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
          received.resolve({ from: sender, to: envelope.rcptTo.map(({ address }) => address), message })
          done()
        }, done)
      },
    }),
  )
  try {
    await send(server.url)
    return await received.promise
  } finally {
    await server.stop()
  }
}

async function serve(server: SMTPServer): Promise<{ url: string; stop(): Promise<void> }> {
  server.on('error', () => {})
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', () => listening()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  }
}
