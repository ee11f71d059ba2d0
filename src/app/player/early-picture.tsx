import { useContext } from 'react'
import { useMatches } from 'react-router'
import { NonceContext } from '#app/nonce.ts'
import type { Beginning } from '#video/video.ts'
import { beginPicture } from './begin-picture.ts'
import { playWithSound } from './play-with-sound.ts'

/**
 * Asks for the beginning of a screen's film before its styles and scripts are there: stands in the head. A screen has one
 * when its data have `picture.beginning`.
 */
export function EarlyAnswers() {
  const beginning = useBeginning()
  return beginning ? <Early text={`(${askEarly})(${inScript([beginning.init, beginning.segments[0]])})`} /> : null
}

/** Begins the film of the video element beside it, and plays it. */
export function EarlyPicture({ beginning, isSilent }: { beginning: Beginning; isSilent: boolean }) {
  const play = `(${playWithSound})(video,()=>{begun.isMutedByBrowser=true})`
  return (
    <Early
      text={`{const video=document.currentScript.parentElement.querySelector('video');const begun=(${beginPicture})(video,${inScript(
        beginning,
      )});video.begunPicture=begun;if(begun){${isSilent ? 'video.muted=true;' : ''}${play}}}`}
    />
  )
}

/** A script of the page as the server sends it. A browser runs none that come later, so that it gets none. */
export function Early({ text }: { text: string }) {
  const nonce = useContext(NonceContext)
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own functions, and data that cannot end the script
      dangerouslySetInnerHTML={{ __html: typeof document === 'undefined' ? text : '' }}
    />
  )
}

function askEarly(addresses: string[]): void {
  if (!('MediaSource' in window) || 'ManagedMediaSource' in window) return
  const early: Record<string, Promise<Response>> = {}
  for (const address of addresses) {
    const answer = fetch(address, { priority: 'high' })
    answer.catch(() => {})
    early[address] = answer
  }
  window.earlyAnswers = early
}

function inScript(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/** What the film of the page that is shown begins with; null when there is none. */
export function useBeginning(): Beginning | null {
  return (
    useMatches()
      .map(({ loaderData }) => beginningIn(loaderData))
      .find((each) => each !== null) ?? null
  )
}

function beginningIn(data: unknown): Beginning | null {
  const { picture } = (data ?? {}) as { picture?: { beginning?: Beginning | null } }
  return picture?.beginning ?? null
}
