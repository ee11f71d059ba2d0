import { type ReactNode, useState } from 'react'
import { Early, useBeginning } from './early-picture.tsx'

/**
 * Keeps what a page can do without at first from competing with the beginning of its film. `noscript` is what browsers
 * take for mere text: nothing in it is fetched before `letGo` makes a part of the page of it.
 */
export function Held({ children }: { children: ReactNode }) {
  const beginning = useBeginning()
  // As the page was sent, so it stays: what was let go is there.
  const [isHeld] = useState(beginning !== null)
  if (!isHeld) return children
  return (
    <>
      <noscript id="held">{children}</noscript>
      <Early text={`(${letGo})()`} />
    </>
  )
}

/** The router's streamed data come as scripts that speak to a controller; until that is there, they are noted. */
interface Routed {
  __reactRouterContext?: { streamController: { enqueue(piece: string): void; close(): void } }
}

function letGo(): void {
  const MOST_MS = 3000
  const routed = window as Routed
  const pieces: string[] = []
  let isClosed = false
  let isDone = false
  routed.__reactRouterContext = {
    streamController: {
      enqueue: (piece) => void pieces.push(piece),
      close: () => {
        isClosed = true
      },
    },
  }
  const go = () => {
    if (isDone) return
    isDone = true
    const text = document.getElementById('held')?.textContent ?? ''
    document.body.append(document.createRange().createContextualFragment(text))
    const { streamController } = routed.__reactRouterContext ?? {}
    for (const piece of pieces) streamController?.enqueue(piece)
    if (isClosed) streamController?.close()
  }
  const video = document.querySelector('video')
  const begun = video?.begunPicture
  if (video && begun) {
    // On a fast line the bytes are there first, and the processor is what the picture waits for.
    const shown = new Promise((resolve) => {
      if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(resolve)
      else resolve(null)
    })
    begun.firstSegment.then(() => shown).then(go, go)
    setTimeout(go, MOST_MS)
  } else go()
}
