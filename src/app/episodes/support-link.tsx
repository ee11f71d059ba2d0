import { useId } from 'react'
import { Icon } from '#app/ui/icon.tsx'

/** A link to the creator's own donation page, with its host name. @see docs/product.md#support-link */
export function SupportLink({ url, isLarge = false }: { url: string; isLarge?: boolean }) {
  const id = useId()
  const host = hostOf(url)
  if (host === null) return null
  return (
    <div className="support">
      <a
        className={isLarge ? 'button button-primary button-large' : 'button button-primary'}
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        aria-describedby={id}
      >
        Support this creator
        <Icon name="out" />
      </a>
      <p className="support-host" id={id}>
        {isLarge ? `Leads to ${host}. Hoshi takes no commission.` : host}
      </p>
    </div>
  )
}

/** The host name of a URL; null for anything that is not http or https. */
function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? hostname.replace(/^www\./, '') : null
}
