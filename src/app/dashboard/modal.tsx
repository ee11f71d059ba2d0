import { type ReactNode, useEffect, useRef } from 'react'
import { Hole } from '#app/ui/hole.tsx'
import { Sheet } from '#app/ui/sheet.tsx'

interface ModalProps {
  /** Id of the heading inside. */
  labelledBy: string
  size: 'wide' | 'small'
  /** Called once it is closed, by whatever closed it. */
  onClosed: () => void
  /** @param close the way out for buttons inside */
  children: (close: () => void) => ReactNode
}

/** A sheet of paper on the scrim: the browser keeps the focus inside, closes on Esc, and gives the focus back. */
export function Modal({ labelledBy, size, onClosed, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} className={`modal modal-${size}`} aria-labelledby={labelledBy} onClose={onClosed}>
      <Sheet className="modal-sheet">
        {children(close)}
        {/* After the rest, so that a dialog opens with the focus on what it is about. */}
        <Hole look="modal-x" icon="x" name="Close" onClick={close} />
      </Sheet>
    </dialog>
  )
}
