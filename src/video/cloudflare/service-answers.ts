import { z } from 'zod'

/**
 * What the service's calls answer, as far as Hoshi reads it. Fields come and go there: everything that is not needed is
 * ignored, and what may be missing is optional.
 *
 * @see https://developers.cloudflare.com/api/resources/stream/methods/get/
 */
const status = z.object({
  state: z.string(),
  // A number written as text in some answers, a number in others.
  pctComplete: z.union([z.string(), z.number()]).nullish(),
  errorReasonCode: z.string().nullish(),
  // What the documentation of webhooks calls the same.
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

/** A video as the service tells of it, by answer or by webhook. */
export type ServiceVideo = z.infer<typeof serviceVideo>

const serviceError = z.object({ code: z.number().nullish(), message: z.string().nullish() })

/** Every answer of the service's API comes in this. */
export const envelope = z.object({
  success: z.boolean(),
  errors: z.array(serviceError).nullish(),
  result: z.unknown().optional(),
})

export const directUpload = z.object({ uid: serviceVideo.shape.uid, uploadURL: z.url() })
