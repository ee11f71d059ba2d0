import { useId } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { useClosingDetails } from '#app/ui/use-closing-details.ts'
import { linkProps, type SupportLinksProps, SupportList, Verified } from './support-links.tsx'

/** The creator's first link with its host, as a quiet button, and the further ones behind '+2'. */
export function SupportSlot({ creatorId, links }: SupportLinksProps) {
  const id = useId()
  const details = useClosingDetails()
  const [link, ...further] = links
  if (!link) return null
  return (
    <div className="support-slot">
      <a className="button" aria-describedby={id} {...linkProps(creatorId, link)}>
        Support this creator
        <span className="support-host" id={id} aria-hidden="true">
          {link.verified && <Verified />}
          {link.host}
        </span>
        <Icon name="out" />
      </a>
      {further.length > 0 && (
        <details className="support-others action-menu" ref={details}>
          <summary className="button" aria-label={`${further.length} more support links`}>
            +{further.length}
          </summary>
          <div className="action-menu-list">
            <SupportList creatorId={creatorId} links={further} />
          </div>
        </details>
      )}
    </div>
  )
}
