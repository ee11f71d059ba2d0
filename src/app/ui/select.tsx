import type { ComponentPropsWithRef } from 'react'
import { Icon } from './icon.tsx'

/** A native select in the look of a field, without a label. */
export function Select(props: ComponentPropsWithRef<'select'>) {
  return (
    <span className="input-choice">
      <select {...props} className="input" />
      <Icon name="down" />
    </span>
  )
}
