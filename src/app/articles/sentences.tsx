import { Fragment } from 'react'
import { Link } from '#app/ui/link.tsx'
import { type InlineNode, parseInline, type Sentence } from './article.ts'

/** Values of the placeholders in sentences, from the configuration. */
export interface Placeholders {
  /** Null when the site has no contact address; its sentences are then replaced. */
  supportEmail: string | null
  /** Formatted: '4,295 MB'. */
  largestUpload?: string
}

/** An email address as a mailto link. */
export function MailLink({ email }: { email: string }) {
  return (
    <a className="link" href={`mailto:${email}`}>
      {email}
    </a>
  )
}

/** Sentences one after the other, with their markup rendered. */
export function Sentences({ of, placeholders }: { of: readonly Sentence[]; placeholders: Placeholders }) {
  return parseInline(of.join(' ')).map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a fixed text never move
    <Fragment key={index}>{renderNode(node, placeholders)}</Fragment>
  ))
}

function renderNode(node: InlineNode, { supportEmail, largestUpload = '' }: Placeholders) {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'support':
      return supportEmail === null ? null : <MailLink email={supportEmail} />
    case 'upload':
      return largestUpload
    case 'link':
      return (
        <Link className="link" to={node.to}>
          {node.text}
        </Link>
      )
  }
}
