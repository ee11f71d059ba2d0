import { z } from 'zod'
import type { ApiRegistry } from './router.ts'

const part = z.enum(['ok', 'failing'])
const health = z.object({ status: part }).meta({ id: 'Health' })
const readiness = health.extend({ database: part, queue: part, storage: part }).meta({ id: 'Readiness' })

/** Describes the document itself and the routes for operators and load balancers, which are handled first. */
export function describeHealth(registry: ApiRegistry): void {
  registry.registerPath({
    method: 'get',
    path: '/healthz',
    operationId: 'getHealth',
    tags: ['Operations'],
    summary: 'Whether requests can be served',
    description: 'The process is up and its database answers.',
    responses: {
      200: { description: 'Ready to serve requests', content: json(health, { status: 'ok' }) },
      503: { description: 'The database does not answer', content: json(health, { status: 'failing' }) },
    },
  })
  registry.registerPath({
    method: 'get',
    path: '/readyz',
    operationId: 'getReadiness',
    tags: ['Operations'],
    summary: 'State of the dependencies',
    description: 'Checks the database, the job queue and the storage separately. The answer is cached for a second.',
    responses: {
      200: {
        description: 'Everything works',
        content: json(readiness, { status: 'ok', database: 'ok', queue: 'ok', storage: 'ok' }),
      },
      503: {
        description: 'At least one dependency fails',
        content: json(readiness, { status: 'failing', database: 'ok', queue: 'ok', storage: 'failing' }),
      },
    },
  })
  registry.registerPath({
    method: 'get',
    path: '/api/openapi.json',
    operationId: 'getDescription',
    tags: ['Operations'],
    summary: 'This document',
    description: 'OpenAPI 3.1, generated from the code.',
    responses: {
      200: {
        description: 'The description of the API',
        content: json(z.looseObject({ openapi: z.string() }), { openapi: '3.1.0' }),
      },
    },
  })
}

function json<Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>) {
  return { 'application/json': { schema, example } }
}
