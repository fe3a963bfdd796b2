// Words for the types of the server's calls: `Item<'/v2/matters'>` is a matter as the list has it.
// The shapes of v2 are generated from its OpenAPI document; those outside it are in api.ts.
import type { paths as SessionPaths } from './api.ts'
import type { paths as V2Paths } from './api.generated.ts'

/** Every call that the app can make, by path and method. */
export type Paths = V2Paths & SessionPaths

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Operation<Path extends keyof Paths, M extends Method> =
  Paths[Path] extends Record<M, infer One> ? One : never
type Json<Content> = Content extends { content: infer Media } ? Media[keyof Media] : never

/** What a call answers: `Answer<'/v2/me'>`, `Answer<'/v2/matters', 'post'>`. */
export type Answer<Path extends keyof Paths, M extends Method = 'get'> =
  Operation<Path, M> extends {
    responses: infer All
  }
    ? Json<All[keyof All & (200 | 201)]>
    : never

/** One item of a list. */
export type Item<Path extends keyof Paths> =
  Answer<Path> extends { items: readonly (infer One)[] } ? One : never

/** The body that a call is sent with: `Sent<'/v2/matters', 'post'>`. */
export type Sent<Path extends keyof Paths, M extends Method> =
  Operation<Path, M> extends {
    requestBody?: infer Body
  }
    ? Json<NonNullable<Body>>
    : never
