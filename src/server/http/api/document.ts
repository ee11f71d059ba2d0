import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '#identity/account.ts'
import { describeEmbedding } from './describe-embedding.ts'
import { describeFeeds } from './describe-feeds.ts'
import { describeHealth } from './describe-health.ts'
import { describePasskeys } from './describe-passkeys.ts'
import { describeProvider } from './describe-provider.ts'
import { describeSignIn } from './describe-sign-in.ts'
import { describeTwoStep } from './describe-two-step.ts'
import { describeUploads } from './describe-uploads.ts'
import type { ApiRegistry, apiRouter } from './router.ts'

const tags = [
  { name: 'Accounts', description: 'Sign-up and account management.' },
  { name: 'Sessions', description: 'Sign-in, sign-out and password reset.' },
  { name: 'Creators', description: 'Public profiles of creators.' },
  { name: 'Videos', description: 'The media behind an episode, as their owner sees them.' },
  { name: 'Uploads', description: 'One-time URLs that receive the bytes of a video, by tus 1.0.0 or as one form.' },
  { name: 'Episodes', description: 'Find, publish and edit episodes.' },
  { name: 'Subtitles', description: 'Texts of episodes, by their creators and others, and what is said in them.' },
  { name: 'Reactions', description: 'Views, likes, comments and notes.' },
  { name: 'Series', description: 'Episodes of one creator in an order, with named groups of consecutive episodes.' },
  { name: 'Credits', description: 'Who worked on an episode, and the agreement of the people named.' },
  {
    name: 'Library',
    description: 'Your history and positions, your Watch Later list, and the episodes that you like.',
  },
  { name: 'Feeds', description: 'New episodes for feed readers and players of podcasts, outside `/api/v1`.' },
  { name: 'Community', description: 'Following creators.' },
  { name: 'Notifications', description: 'Your notifications, and live updates.' },
  { name: 'Dashboard', description: 'Your episodes with their numbers, and live updates.' },
  { name: 'Administration', description: 'Accounts and the audit log, for admins.' },
  { name: 'Moderation', description: 'The rules, reports, and what became of them.' },
  { name: 'Operations', description: 'Health checks and this document.' },
]

const description = `The public HTTP contract of Hoshi, a place to watch short anime made by independent people.

**Errors** are problem documents (RFC 9457): \`code\` is for programs, \`detail\` for people.

**Signing in** sets a cookie. A write that carries it must come from the site's own origin: send \`Origin\`.

**Bodies** are JSON of at most 64 KiB unless an operation says otherwise; unknown fields are refused with 422.

**Lists** come in pages. Ask for the next one with the \`nextCursor\` of the last as \`cursor\`.`

const compatibleApiTag = {
  name: 'Compatible API',
  description: 'The videos on this server, for programs written for the Cloudflare Stream API.',
}

/** Describes how programs authenticate to the compatible API. */
export function describeCompatibleApi(registry: ApiRegistry): void {
  registry.registerComponent('securitySchemes', 'streamToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'The token in the setting STREAM_API_TOKEN.',
  })
}

/** Describes the paths handled outside the routes with schemas. */
export function describeOtherRoutes(registry: ApiRegistry, publicUrl: string): void {
  const name = publicUrl.startsWith('https:') ? SECURE_SESSION_COOKIE : SESSION_COOKIE
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name,
    description: 'Set by signing in.',
  })
  const signIn = [describeSignIn, describeTwoStep, describePasskeys, describeProvider]
  for (const describe of [...signIn, describeUploads, describeEmbedding, describeFeeds, describeHealth])
    describe(registry)
}

/** The OpenAPI 3.1 description of everything registered, for the server at this origin. */
export function openApiDocument(api: ReturnType<typeof apiRouter>, origin: string, hasCompatibleApi: boolean) {
  return api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Hoshi',
      version: '1',
      description,
      contact: { name: 'Those who run this server', url: `${origin}/contact` },
    },
    servers: [{ url: origin, description: 'This server' }],
    tags: hasCompatibleApi ? [...tags, compatibleApiTag] : tags,
  })
}
