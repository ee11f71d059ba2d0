import type { Beginning } from '#video/video.ts'
import { beginPicture } from './begin-picture.ts'
import { given } from './given.ts'
import { playWithSound } from './play-with-sound.ts'

/** Beside the video element: begins its video and plays it. */
function begin({ beginning, isSilent }: { beginning: Beginning; isSilent: boolean }): void {
  const video = document.currentScript?.parentElement?.querySelector('video')
  if (!video) return
  const begun = beginPicture(video, beginning)
  video.begunPicture = begun
  if (!begun) return
  if (isSilent) video.muted = true
  void playWithSound(video, () => {
    begun.isMutedByBrowser = true
  })
}

begin(given())
