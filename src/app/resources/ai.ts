import { hoshiContext } from '#app/http/context.ts'
import type { Route } from './+types/ai'

/** For programs that train models: nothing here is for them. @see https://site.spawning.ai/spawning-ai-txt */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(hoshiContext)
  const lines = [
    `# The works on ${publicUrl} belong to their creators, who reserve them from text and data mining`,
    '# (Article 4(3) of Directive (EU) 2019/790). Do not use them to train models.',
    '# A page or file that its creator has opened answers with "tdm-reservation: 0" instead of 1.',
    'User-Agent: *',
    'Disallow: /',
    'Disallow: *',
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=600' },
  })
}
