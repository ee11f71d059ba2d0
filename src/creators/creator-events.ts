import { roomEvent } from '#platform/room-events.ts'

/** A profile has a new picture; `url` is its path. */
export const avatarChosen = roomEvent<{ uid: string; url: string }>('creators.avatar-chosen')
