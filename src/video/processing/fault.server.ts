import { storageFaultOf } from '#platform/storage-fault.ts'
import { RenditionBroken } from '../ffmpeg/read-rendition.server.ts'
import { ToolFailed } from '../ffmpeg/tool-failed.ts'

/** ffmpeg ran as it should and the file made it fail: trying again is of no use. */
export function isFileAtFault(error: unknown): boolean {
  return error instanceof RenditionBroken || (error instanceof ToolFailed && !error.isOutage)
}

/** No room, nothing can be stored, or no ffmpeg. A run that was killed or ran out of time may be the file's doing, and counts as an attempt. */
export function isMachineAtFault(error: unknown): boolean {
  if (error instanceof ToolFailed)
    return (
      error.kind === 'missing' ||
      error.kind === 'disk_full' ||
      (error.kind === 'exit' && error.signal === null && error.isOutage)
    )
  return storageFaultOf(error) !== null
}
