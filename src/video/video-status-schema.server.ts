import { z } from 'zod'
import { failureReasons } from './failure-reasons.ts'
import { videoStates } from './video-state.ts'
import { videoSteps } from './video-step.ts'

/** The progress of a video, for its owner. */
export const videoStatus = z.object({
  state: z.enum(videoStates),
  percentComplete: z.number().int().describe('0 to 100'),
  step: z.enum(videoSteps).optional().describe('The current step; absent when there is none'),
  stepParameters: z
    .object({
      ahead: z.number().int().optional().describe('With `waiting`: how many are ahead of it in the queue'),
      lowest: z.string().optional().describe('With `encoding`: the smallest rendition being made'),
      highest: z.string().optional().describe('With `encoding`: the largest rendition being made'),
    })
    .optional(),
  reasonCode: z.enum(failureReasons).optional().describe('Why it failed, for programs; only with `error`'),
  reasonParameters: z
    .object({ codec: z.string().describe('Name of the codec, for people') })
    .optional()
    .describe('With `video_codec_unsupported` and `audio_codec_unsupported`'),
  reason: z.string().optional().describe('The same as a sentence for its creator'),
})

export type VideoStatusJson = z.infer<typeof videoStatus>
