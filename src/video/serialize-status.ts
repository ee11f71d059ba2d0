import type { FailureReason } from './failure-reasons.ts'
import type { VideoStatus } from './video.ts'
import type { VideoStatusJson } from './video-status-schema.server.ts'
import type { StepParameters } from './video-step.ts'

/** The sentence for each reason. This room answers with codes; callers that shape JSON pass the wording. */
export type FailureSentences = Readonly<Record<FailureReason, string>>

/** The progress of a video with the fields of the contract and no others. */
export function serializeStatus(status: VideoStatus, sentences: FailureSentences): VideoStatusJson {
  const { state, percentComplete, step, stepParameters, reasonCode } = status
  return {
    state,
    percentComplete,
    ...(step && { step }),
    ...(stepParameters && { stepParameters: serializeParameters(stepParameters) }),
    ...(reasonCode && { reasonCode, reason: sentences[reasonCode] }),
  }
}

function serializeParameters({ ahead, lowest, highest }: StepParameters): StepParameters {
  return { ...(ahead !== undefined && { ahead }), ...(lowest && { lowest }), ...(highest && { highest }) }
}
