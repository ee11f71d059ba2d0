import type { ReactNode, RefObject } from 'react'
import { IconButton } from './icon-button.tsx'
import { PaperCard } from './paper-card.tsx'

interface ModalDialogProps {
  /** Receives the element, for the component that opens it. */
  dialog: RefObject<HTMLDialogElement | null>
  /** Id of the heading inside. */
  labelledBy: string
  size: 'wide' | 'medium' | 'small'
  /** Rendered open in the page flow by the server, since only scripts can make it modal. */
  open?: boolean
  /** Called after it closes for any reason. */
  onClosed?: () => void
  children: ReactNode
}

/** A paper card over the backdrop. The browser traps the focus, closes on Esc and restores the focus. */
export function ModalDialog({ dialog, labelledBy, size, open, onClosed, children }: ModalDialogProps) {
  return (
    <dialog ref={dialog} className={`modal modal-${size}`} aria-labelledby={labelledBy} open={open} onClose={onClosed}>
      <PaperCard className="modal-card">
        {children}
        {/* Last, so that a dialog opens with the focus on its content. */}
        <IconButton className="modal-x" icon="x" name="Close" onClick={() => dialog.current?.close()} />
      </PaperCard>
    </dialog>
  )
}
