import { useContext } from 'react'
import { NonceContext } from '#app/nonce.ts'

/**
 * A script of the page as the server sends it, and what it reads from `data-given`. Scripts that come later would not run,
 * so that browsers get none.
 */
export function InlineScript({ text, given }: { text: string; given?: unknown }) {
  const nonce = useContext(NonceContext)
  return (
    <script
      nonce={nonce}
      data-given={given === undefined ? undefined : JSON.stringify(given)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script as it was built
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}
