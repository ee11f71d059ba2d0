import type { StudyKeyHandler } from '#app/playback/study-options.ts'
import { type CaptionTrack, rememberCaptions, rememberedCaptions, trackFor } from './caption-options.ts'
import { findLine } from './find-line.ts'
import type { PlayerParts } from './playback-commands.ts'
import type { MenuPage } from './player-state.ts'
import { writeHere } from './write-here.ts'

/** Commands to the parts of the page around the video. */
export interface ViewCommands {
  toggleFullScreen(): void
  togglePictureInPicture(): void
  toggleTheatre(): void
  /** @returns false where nothing flashes */
  toggleDimming(): boolean
  /** Opens study mode, or leaves it. @returns false where there is none */
  toggleStudy(): boolean
  /** Gives study mode up, whose code could not be loaded. Browsers remember that until the page is loaded again. */
  dropStudy(): void
  /** Hands a key to study mode, whose code is loaded for it. @returns false when there is nothing to do */
  pressStudyKey(key: string, isRepeat: boolean): boolean
  /** @param handler null when study mode is gone */
  connectStudy(handler: StudyKeyHandler | null): void
  /** Shows captions, in the language chosen last, or hides them. @returns false without any */
  toggleCaptions(): boolean
  /** Shows this text, or none with null, and remembers that. */
  chooseCaptions(track: CaptionTrack | null): void
  showCaptionStyle(isShown: boolean): void
  /** Goes to the search among the lines beside the player. @returns false where there is none */
  findLine(): boolean
  /** Opens the place to write in, for a comment at the frame that is shown. @returns false where there is none */
  writeHere(): boolean
  /** Opens a page of the menu, or closes it with null. */
  openMenu(page: MenuPage | null): void
  showKeyboard(isShown: boolean): void
  /** Shows the controls after user input. */
  showControls(): void
  notify(text: string): void
}

/** Whether the player was left as wide as the page; kept until the page is loaded again, as the server sends it. */
let isTheatre = false

export const wasTheatre = (): boolean => isTheatre

export function createViewCommands(parts: PlayerParts): ViewCommands {
  const { video, container, session, state, hasFlashes, hasStudy, captionTracks, dispatch, showControls, notify } =
    parts
  function chooseCaptions(track: CaptionTrack | null): void {
    const { language, kind } = track ?? rememberedCaptions()
    rememberCaptions({ isOn: track !== null, language, kind })
    dispatch({ type: 'captions', track: track?.id ?? null })
  }

  let studyKeys: StudyKeyHandler | null = null
  let waitingKey: string | null = null
  return {
    showControls,
    notify,
    toggleFullScreen() {
      if (document.fullscreenElement) void document.exitFullscreen()
      else if (container()?.requestFullscreen)
        void container()
          ?.requestFullscreen()
          .catch(() => {})
      // iPhones support full screen only for the video itself.
      else (video() as AppleVideo | null)?.webkitEnterFullscreen?.()
    },
    togglePictureInPicture() {
      const element = video()
      if (!element) return
      // Refused before the first picture.
      if (document.pictureInPictureElement === element) void document.exitPictureInPicture().catch(() => {})
      else void element.requestPictureInPicture().catch(() => {})
    },
    toggleTheatre() {
      isTheatre = !state().isTheatre
      dispatch({ type: 'theatre', isTheatre })
    },
    toggleDimming() {
      if (hasFlashes()) dispatch({ type: 'dimming', isDimming: !state().isDimming })
      return hasFlashes()
    },
    toggleStudy() {
      if (!hasStudy()) return false
      const isOpening = state().study !== 'open'
      if (isOpening) session()?.pause()
      dispatch({ type: 'study', phase: isOpening ? 'open' : 'ready' })
      return true
    },
    dropStudy() {
      waitingKey = null
      session()?.endHold(false)
      dispatch({ type: 'study', phase: 'off' })
    },
    pressStudyKey(key, isRepeat) {
      if (!hasStudy()) return false
      if (studyKeys) return studyKeys(key, isRepeat)
      waitingKey = key
      if (state().study === 'off') dispatch({ type: 'study', phase: 'ready' })
      return true
    },
    connectStudy(handler) {
      studyKeys = handler
      if (waitingKey !== null) handler?.(waitingKey, false)
      waitingKey = null
    },
    toggleCaptions() {
      const tracks = captionTracks()
      if (tracks.length === 0) return false
      const isShown = state().captions !== null
      const track = isShown ? null : trackFor(tracks, rememberedCaptions(), navigator.languages)
      chooseCaptions(track)
      notify(track ? `Captions: ${track.label}` : 'Captions off')
      return true
    },
    chooseCaptions,
    showCaptionStyle: (isShown) => dispatch({ type: 'caption style', isShown }),
    findLine,
    writeHere,
    openMenu: (page) => dispatch({ type: 'menu', page }),
    showKeyboard: (isShown) => dispatch({ type: 'keyboard', isShown }),
  }
}

/** Firefox offers a button of its own instead. */
export function supportsPictureInPicture(video: HTMLVideoElement): boolean {
  return 'requestPictureInPicture' in video && document.pictureInPictureEnabled
}

type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }
