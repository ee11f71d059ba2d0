import { type ReactNode, useEffect, useRef } from 'react'
import { ModalDialog } from './modal-dialog.tsx'

interface ModalProps {
  labelledBy: string
  size: 'wide' | 'medium' | 'small'
  onClosed: () => void
  /** @param close closes the dialog, for buttons inside it */
  children: (close: () => void) => ReactNode
}

/** A dialog that is open while mounted. */
export function Modal({ children, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <ModalDialog dialog={dialog} {...rest}>
      {children(() => dialog.current?.close())}
    </ModalDialog>
  )
}
