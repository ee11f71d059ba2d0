import { hoshiContext } from '#app/http/context.ts'
import type { Route } from './+types/robots'

/** Paths closed to crawlers: personal pages, and URLs that are not pages. */
const closed = [
  '/api/',
  '/dashboard',
  '/feeds/following/',
  '/library',
  '/logout',
  '/reset-password',
  '/settings',
  '/upload',
  '/verify-email',
]

/**
 * Names under which companies collect training data, apart from those of their search engines and of requests that a
 * person made.
 */
const trainingCrawlers = [
  'AI2Bot',
  'Amazonbot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'cohere-training-data-crawler',
  'Diffbot',
  'Google-Extended',
  'GPTBot',
  'ImagesiftBot',
  'img2dataset',
  'meta-externalagent',
  'omgili',
  'PanguBot',
  'Timpibot',
  'webzio-extended',
]

/** @see https://www.rfc-editor.org/rfc/rfc9309 */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(hoshiContext)
  const lines = [
    '# Works are not for training: see /ai.txt and the header tdm-reservation.',
    ...trainingCrawlers.map((name) => `User-agent: ${name}`),
    'Disallow: /',
    '',
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=600' },
  })
}
