import { useContext } from 'react'
import { NonceContext } from './nonce.ts'

/**
 * An inline script of the server-rendered page, with its input in `data-given`. A script inserted later would not run,
 * so `text` is empty in browsers.
 */
export function InlineScript({ text, input }: { text: string; input?: unknown }) {
  const nonce = useContext(NonceContext)
  return (
    <script
      nonce={nonce}
      data-given={input === undefined ? undefined : JSON.stringify(input)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script as it was built
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}
