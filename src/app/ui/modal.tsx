import { type ReactNode, useEffect, useRef } from 'react'
import { ModalSheet } from './modal-sheet.tsx'

interface ModalProps {
  labelledBy: string
  size: 'wide' | 'small'
  onClosed: () => void
  /** @param close the way out for buttons inside */
  children: (close: () => void) => ReactNode
}

/** A dialog that is open for as long as it is there. */
export function Modal({ children, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <ModalSheet dialog={dialog} {...rest}>
      {children(() => dialog.current?.close())}
    </ModalSheet>
  )
}
