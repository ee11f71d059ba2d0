import { Fragment } from 'react'
import { Link } from 'react-router'
import { type Piece, piecesOf, type Sentence } from './passage.ts'

/** What sentences leave to this Hoshi's configuration. */
export interface Blanks {
  supportEmail: string
  /** As people read it: '4,295 MB'. */
  largestUpload?: string
}

/** The support address, ready to be written to. */
export function MailLink({ address }: { address: string }) {
  return (
    <a className="link" href={`mailto:${address}`}>
      {address}
    </a>
  )
}

/** Sentences one after the other, their links alive. */
export function Sentences({ of, blanks }: { of: readonly Sentence[]; blanks: Blanks }) {
  return piecesOf(of.join(' ')).map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a fixed text never move
    <Fragment key={place}>{shown(piece, blanks)}</Fragment>
  ))
}

function shown(piece: Piece, { supportEmail, largestUpload = '' }: Blanks) {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'support':
      return <MailLink address={supportEmail} />
    case 'upload':
      return largestUpload
    case 'link':
      return (
        <Link className="link" to={piece.to}>
          {piece.text}
        </Link>
      )
  }
}
