import { join } from 'node:path'
import type { Site } from '#administration/site/site.server.ts'
import { deletionMails, emailChangeMails, resetMail, verificationMail } from '#app/messages/mails.ts'
import { createAvatars } from '#creators/avatars.server.ts'
import { createCreators } from '#creators/creators.server.ts'
import { createLinkVerification } from '#creators/link-verification.server.ts'
import { createExports } from '#identity/exports.server.ts'
import { createIdentity } from '#identity/identity.server.ts'
import type { PasswordHashing } from '#identity/password-hashing.server.ts'
import { createProofOfWork } from '#platform/proof-of-work.server.ts'
import { createPublicPages, type FetchPublicPage } from '#platform/public-page.server.ts'
import type { Emit } from '#platform/room-events.ts'
import { withSquareImage } from '#video/media/stills/encode-image.server.ts'
import type { Config } from './config.ts'
import { exportJob } from './export-archive.server.ts'
import type { Platform } from './open-platform.ts'
import type { Secret } from './secret.ts'

/** The dependencies of these rooms that tests replace. */
export interface PeopleDependencies {
  secret: Secret
  passwords?: PasswordHashing
  /** How many sign-ups, and anonymous reports, of a network need no proof of work; the product's number unless given. */
  callsWithoutProof?: number
  fetchPage?: FetchPublicPage
}

/** The rooms of accounts and profiles. */
export function createPeople(
  config: Config,
  { secret, passwords, fetchPage, callsWithoutProof }: PeopleDependencies,
  platform: Platform & { site: Pick<Site, 'signUpGate' | 'words'> },
  emit: Emit,
) {
  const { jobs, site } = platform
  const { publicUrl } = config
  const proofOfWork = createProofOfWork({ ...platform, secret: secret.reveal(), callsWithoutProof })
  const identity = createIdentity({
    ...platform,
    secret: secret.reveal(),
    proofOfWork,
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    resetMail,
    verificationMail,
    requiresVerifiedMail: config.requiresVerifiedMail,
    disposableDomains: config.disposableDomains,
    signUpGate: site.signUpGate,
    provider: config.provider && { ...config.provider, clientSecret: config.provider.clientSecret.reveal() },
    emailChangeMails,
    deletionMails,
    emit,
    passwords,
  })
  const exports = createExports({ ...platform, queueExport: (trx, uid) => jobs.enqueue(trx, exportJob, { uid }) })
  const pages = fetchPage ?? createPublicPages(`Hoshi (+${publicUrl})`)
  const links = createLinkVerification({ ...platform, publicUrl, fetchPage: pages })
  const creators = createCreators({ ...platform, identity, words: site.words, queueVerification: links.enqueue })
  const imageDir = imageDirOf(config)
  const avatars = createAvatars({
    ...platform,
    emit,
    imageProcessor: { withSquareImage: (image, side, use) => withSquareImage(imageDir, image, side, use) },
  })
  return { identity, exports, links, creators, avatars, proofOfWork }
}

/** Local folder for images that are being encoded. */
export function imageDirOf({ dataDir }: Config): string {
  return join(dataDir, 'scratch')
}
