import { z } from 'zod'

/**
 * Responses of the service, as far as Hoshi reads them. Their fields change: unneeded ones are ignored, and those that
 * may be missing are optional.
 *
 * @see https://developers.cloudflare.com/api/resources/stream/methods/get/
 */
const status = z.object({
  state: z.string(),
  // Text in some responses, a number in others.
  pctComplete: z.union([z.string(), z.number()]).nullish(),
  errorReasonCode: z.string().nullish(),
  // The documentation of webhooks names the reason so.
  errReasonCode: z.string().nullish(),
})

export const serviceVideo = z.object({
  uid: z.string().regex(/^[0-9A-Za-z]{1,64}$/),
  readyToStream: z.boolean().nullish(),
  status,
  /** Seconds; -1 while unknown. */
  duration: z.number().nullish(),
  /** Pixels as they are shown; -1 while unknown. */
  input: z.object({ width: z.number(), height: z.number() }).nullish(),
})

/** A video as the service reports it, by response or by webhook. */
export type ServiceVideo = z.infer<typeof serviceVideo>

const serviceError = z.object({ code: z.number().nullish(), message: z.string().nullish() })

/** Wraps every response of the service's API. */
export const envelope = z.object({
  success: z.boolean(),
  errors: z.array(serviceError).nullish(),
  result: z.unknown().optional(),
})

export const directUpload = z.object({ uid: serviceVideo.shape.uid, uploadURL: z.url() })
