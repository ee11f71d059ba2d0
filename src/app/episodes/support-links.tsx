import { useId } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { ShownSupportLink } from '#creators/support-links.ts'
import { reportSupportClick } from './support-click.ts'

export interface SupportLinksProps {
  creatorId: string
  links: ShownSupportLink[]
}

/** The creator's first link, a button with its host. @see docs/product.md#support-links */
export function FirstSupportLink({ creatorId, links, isLarge = false }: SupportLinksProps & { isLarge?: boolean }) {
  const id = useId()
  const [link] = links
  if (!link) return null
  return (
    <div className="support">
      <a
        className={isLarge ? 'button button-primary button-large' : 'button button-primary'}
        aria-describedby={id}
        {...linkProps(creatorId, link)}
      >
        Support this creator
        <Icon name="out" />
      </a>
      <p className="support-host" id={id}>
        {link.verified && <Verified />}
        {isLarge ? `Opens ${link.host}. Hoshi takes no commission.` : link.host}
      </p>
    </div>
  )
}

/** How many of the further links are shown before they are folded. */
const SHOWN = 2

/** The further links: label and host, two of them in sight. */
export function FurtherSupportLinks({ creatorId, links }: SupportLinksProps) {
  const further = links.slice(1)
  if (further.length === 0) return null
  const folded = further.slice(SHOWN)
  return (
    <div className="support-further">
      <SupportList creatorId={creatorId} links={further.slice(0, SHOWN)} />
      {folded.length > 0 && (
        <details>
          <summary className="button button-small" aria-label={`${folded.length} more support links`}>
            +{folded.length}
          </summary>
          <SupportList creatorId={creatorId} links={folded} />
        </details>
      )}
    </div>
  )
}

export function SupportList({ creatorId, links }: SupportLinksProps) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.url}>
          <a className="button button-small" {...linkProps(creatorId, link)}>
            <span className="support-text cluster">
              <b>{link.label}</b>
              {link.label !== link.host && <span className="support-host">{link.host}</span>}
            </span>
            {link.verified && <Verified />}
            <Icon name="out" />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The page behind the link names this profile as its own. */
export function Verified() {
  return (
    <span className="support-verified" title="Verified: this page links back to the profile">
      <Icon name="check" />
      <span className="visually-hidden">Verified. </span>
    </span>
  )
}

export function linkProps(creatorId: string, { url }: ShownSupportLink) {
  const report = () => reportSupportClick(creatorId, url)
  return {
    href: url,
    target: '_blank',
    rel: 'noopener noreferrer nofollow ugc',
    onClick: report,
    // The middle button opens a tab without a click.
    onAuxClick: (event: { button: number }) => {
      if (event.button === 1) report()
    },
  }
}
