import type { Log } from '#platform/log.server.ts'
import { canEncodeAv1 } from '#video/media/ffmpeg/av1-encoder.server.ts'
import { describeSandbox, toolSandbox } from '#video/media/ffmpeg/tool-sandbox.server.ts'

/**
 * Logs how ffmpeg is confined here.
 *
 * @param encodesAv1 also logs whether the installed ffmpeg can encode AV1
 */
export async function logMediaTools(log: Log, encodesAv1: boolean): Promise<void> {
  if (encodesAv1) {
    if (await canEncodeAv1()) log.info({}, 'much-watched episodes get an AV1 set when there is nothing else to do')
    else log.warn({}, 'AV1 is on, but ffmpeg here has no SVT-AV1 encoder (libsvtav1): no AV1 sets are made')
  }
  log.info({}, describeSandbox(await toolSandbox()))
}
