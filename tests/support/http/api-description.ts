interface Content {
  schema: { $ref?: string; additionalProperties?: unknown }
  example?: unknown
}

interface Header {
  required?: boolean
  schema: object
}

export interface Operation {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; schema?: object }[]
  requestBody?: { required?: boolean; content: Record<string, Content> }
  responses: Record<
    string,
    { description?: string; headers?: Record<string, Header>; content?: Record<string, Content> }
  >
}

/** The part of /api/openapi.json that tests read. */
export interface ApiDescription {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

export interface NamedOperation {
  /** Method and path. */
  name: string
  method: string
  path: string
  operation: Operation
}

export async function readDescription(url: string): Promise<ApiDescription> {
  const response = await fetch(`${url}/api/openapi.json`)
  if (response.status !== 200) throw new Error(`The description answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as ApiDescription
}

/** All operations, in the order of the document. */
export function operationsOf(description: ApiDescription): NamedOperation[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

/** Bytes have no example in JSON. */
const isText = (type: string) => /^(application\/(problem\+)?json|text\/event-stream)$/.test(type)

/** Every JSON body and every text response, with its path in the document. */
export function bodiesOf(operations: readonly NamedOperation[]) {
  return operations.flatMap(({ name, path, method, operation }) => {
    const documentPath = ['paths', path, method.toLowerCase()]
    const requestBodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, content]) => ({
      name: `${name} ${type}`,
      documentPath: [...documentPath, 'requestBody', 'content', type],
      type,
      content,
    }))
    const responseBodies = Object.entries(operation.responses).flatMap(([status, response]) =>
      Object.entries(response.content ?? {}).map(([type, content]) => ({
        name: `${name} ${status} ${type}`,
        documentPath: [...documentPath, 'responses', status, 'content', type],
        type,
        content,
      })),
    )
    return [...requestBodies, ...responseBodies].filter(({ type }) => isText(type))
  })
}
