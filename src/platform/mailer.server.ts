import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import MimeNode from 'nodemailer/lib/mime-node'
import { writeAtomically } from './atomic-file.server.ts'
import { newId } from './ids.server.ts'
import { LastingError } from './lasting-error.ts'
import type { Log } from './log.server.ts'
import type { Mail } from './mail.ts'

export interface Mailer {
  /**
   * Sends the mail.
   * @throws LastingError when the server will never take it; any other error when it is not accepted, and the job retries later
   */
  send(mail: Mail): Promise<void>
  /** Deletes mails past their retention, if this mailer stores any. */
  cleanUp?(): Promise<void>
}

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** Sends over SMTP. @param url smtp:// or smtps://, with user and password when needed */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url, { from, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send(mail) {
      await transport.sendMail(mail).catch((cause) => {
        throw isRefusedMail(cause) ? new LastingError(cause.message, { cause }) : cause
      })
    },
  }
}

/** Whether the server will never take this mail (RFC 5321: 550 to 559), rather than us, or now. */
function isRefusedMail(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return isAboutMail && Number(error.responseCode) >= 550 && Number(error.responseCode) < 560
}

/**
 * Writes each mail as an .eml file, deleted after 30 days; the log names the file, never its content. People read these
 * files directly, so the text is not encoded: quoted-printable would break every long link.
 */
export function createOutboxMailer(folder: string, from: string, log: Log): Mailer {
  return {
    async send({ to, subject, text, headers }) {
      const head = new MimeNode('text/plain; charset=utf-8')
      head.setHeader({ From: from, To: to, Subject: subject, 'Content-Transfer-Encoding': '8bit', ...headers })
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${newId().slice(0, 8)}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeAtomically(file, `${head.buildHeaders().replaceAll('\r\n', '\n')}\n\n${text}`)
      log.info({ file }, 'mail: written to the outbox')
    },
    async cleanUp() {
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((each) => each.endsWith('.eml'))) {
        const file = join(folder, name)
        const { mtimeMs } = await stat(file)
        if (Date.now() - mtimeMs > RETENTION_MS) await rm(file, { force: true })
      }
    },
  }
}
