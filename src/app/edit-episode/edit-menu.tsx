import { useState } from 'react'
import { editAddress } from '#app/own-episodes/edit-address.ts'
import { ActionMenu, MenuButton } from '#app/ui/action-menu.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { DELETE_ID } from './delete-section.tsx'

/** Further ways from the page of an episode. */
export function EditMenu({ id }: { id: string }) {
  const isHydrated = useHydrated()
  const [copied, setCopied] = useState('')
  const copy = async () => {
    const url = new URL(`/watch/${id}`, location.href).href
    // Where there is no clipboard, the link can at least be read.
    setCopied((await copyText(url, null)) ? 'Link copied.' : url)
  }
  return (
    <>
      <ActionMenu name="More">
        <li>
          <Link to={`/dashboard?tab=analytics&episode=${id}`}>
            <Icon name="numbers" />
            Analytics
          </Link>
        </li>
        {isHydrated && <MenuButton icon="copy" name="Copy Link" onChoose={() => void copy()} />}
        <li>
          <Link
            className="is-dangerous"
            to={`${editAddress(id, 'file')}#${DELETE_ID}`}
            preventScrollReset
            defaultShouldRevalidate={false}
          >
            <Icon name="trash" />
            Delete Episode
          </Link>
        </li>
      </ActionMenu>
      <p className={copied === '' ? 'visually-hidden' : 'edit-copied'} role="status">
        {copied}
      </p>
    </>
  )
}
