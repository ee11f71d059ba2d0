/**
 * What the server adds to by declaration merging (`server/http/api/api.ts`): the app calls the API by the types of its
 * routes, without importing from the server.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the server adds its member
export interface Registered {}

/** The calls of the API, by path under `/api/v1` and method (`$get`). */
type Calls = Registered extends { calls: infer All } ? All : never

export type ApiPath = keyof Calls & string

/** The methods of a path, such as `GET`. */
export type ApiMethod<Path extends ApiPath> = keyof Calls[Path] extends `$${infer Name}` ? Uppercase<Name> : never

type Call<Path extends ApiPath, Method extends string> = Calls[Path][`$${Lowercase<Method>}` & keyof Calls[Path]]

/** The JSON that a call answers. */
export type ApiAnswer<Path extends ApiPath, Method extends string> =
  Call<Path, Method> extends { output: infer Answer } ? Answer : never

type Input<Path extends ApiPath, Method extends string> =
  Call<Path, Method> extends { input: infer Sent } ? Sent : never

/** What a call needs, and what it may take besides. */
export type ApiRequest<Path extends ApiPath, Method extends string> = Pick<
  Input<Path, Method>,
  Extract<keyof Input<Path, Method>, 'param' | 'json'>
> &
  Query<Input<Path, Method>> & {
    /** A form, or a file as raw bytes, where the call takes no JSON. */
    body?: 'json' extends keyof Input<Path, Method> ? never : FormData | Blob
    /** A write that outlives the page on which it began goes without one. */
    signal?: AbortSignal
    /** Whether cookies go with it, also to the own origin; they do by default. */
    credentials?: RequestCredentials
  }

type Query<Sent> = Sent extends { query: infer Query }
  ? Record<never, never> extends QueryValues<Query>
    ? { query?: QueryValues<Query> }
    : { query: QueryValues<Query> }
  : unknown

/** The server reads numbers from their text, and its types leave open what that is. */
type QueryValues<Query> = { [Name in keyof Query]: unknown extends Query[Name] ? number | undefined : Query[Name] }
