import type { ReactNode, RefObject } from 'react'
import { Hole } from './hole.tsx'
import { Sheet } from './sheet.tsx'

interface ModalSheetProps {
  /** Where whoever opens it finds it. */
  dialog: RefObject<HTMLDialogElement | null>
  id?: string
  /** Id of the heading inside. */
  labelledBy: string
  size: 'wide' | 'small'
  /** Stands open in the page as it is sent; only scripts can lay it on top. */
  open?: boolean
  /** Called once it is closed, by whatever closed it. */
  onClosed?: () => void
  children: ReactNode
}

/** A sheet of paper on the scrim: the browser keeps the focus inside, closes on Esc, and gives the focus back. */
export function ModalSheet({ dialog, id, labelledBy, size, open, onClosed, children }: ModalSheetProps) {
  return (
    <dialog
      ref={dialog}
      id={id}
      className={`modal modal-${size}`}
      aria-labelledby={labelledBy}
      open={open}
      onClose={onClosed}
    >
      <Sheet className="modal-sheet">
        {children}
        {/* After the rest, so that a dialog opens with the focus on what it is about. */}
        <Hole look="modal-x" icon="x" name="Close" onClick={() => dialog.current?.close()} />
      </Sheet>
    </dialog>
  )
}
