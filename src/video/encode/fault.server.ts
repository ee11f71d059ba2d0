import { storageFaultOf } from '#platform/storage-fault.ts'
import { ToolError } from '../media/ffmpeg/tool-error.ts'
import { RenditionError } from '../media/hls/read-rendition.server.ts'

/** Whether the file itself caused the failure, so that a retry is pointless. */
export function isFileAtFault(error: unknown): boolean {
  return error instanceof RenditionError || (error instanceof ToolError && !error.isOutage)
}

/** Whether a run ended because its signal was aborted. */
export function isAborted(error: unknown): boolean {
  return error instanceof ToolError && error.kind === 'aborted'
}

/**
 * Whether the disk is full, storage fails or ffmpeg is missing. A run that was killed or ran out of time may be the file's
 * fault, and counts as an attempt.
 */
export function isMachineAtFault(error: unknown): boolean {
  if (error instanceof ToolError)
    return (
      error.kind === 'missing' ||
      error.kind === 'disk_full' ||
      (error.kind === 'exit' && error.signal === null && error.isOutage)
    )
  return storageFaultOf(error) !== null
}
