import type { VideoStatus } from './video.ts'
import type { VideoStatusJson } from './video-status-schema.server.ts'
import type { StepParameters } from './video-step.ts'

/** The sentence for a reason. This room answers with codes; callers that shape JSON pass the wording. */
export type FailureText = (status: Pick<VideoStatus, 'reasonCode' | 'reasonParameters'>) => string

/** The progress of a video with the fields of the contract and no others. */
export function serializeStatus(status: VideoStatus, textOf: FailureText): VideoStatusJson {
  const { state, percentComplete, step, stepParameters, reasonCode, reasonParameters } = status
  return {
    state,
    percentComplete,
    ...(step && { step }),
    ...(stepParameters && { stepParameters: serializeParameters(stepParameters) }),
    ...(reasonCode && { reasonCode, reason: textOf(status) }),
    ...(reasonParameters && { reasonParameters: { codec: reasonParameters.codec } }),
  }
}

function serializeParameters({ ahead, lowest, highest }: StepParameters): StepParameters {
  return { ...(ahead !== undefined && { ahead }), ...(lowest && { lowest }), ...(highest && { highest }) }
}
