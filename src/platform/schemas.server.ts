import { z } from 'zod'

/** A time as text (ISO 8601, UTC). */
export const dateTime = z.string().meta({ format: 'date-time' })

/** An object, or null. A union, because `nullable` of a named schema makes null a value of the name itself. */
export const orNull = <Schema extends z.ZodObject>(schema: Schema) => z.union([schema, z.null()])
