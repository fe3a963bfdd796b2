// What of an OpenAPI document this code reads and writes.

export interface Schema {
  readonly [keyword: string]: unknown
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

export type Content = Record<string, { schema?: Schema }>

export interface Response {
  description?: string
  content?: Content
  headers?: Record<string, object>
}

export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: unknown
  parameters?: Parameter[]
  requestBody?: { content: Content; required?: boolean }
  responses?: Record<string, Response | { readonly $ref: string }>
}

export interface TagDescription {
  readonly name: string
  readonly description: string
}

export interface OpenApiDocument {
  openapi: string
  info: object
  servers?: object[]
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, object>; responses?: Record<string, object> }
  tags?: TagDescription[]
  'x-tagGroups'?: { readonly name: string; readonly tags: readonly string[] }[]
}

/** `sent` by callers, or `answered` by the server. */
export type Direction = 'sent' | 'answered'

/** An object that many bodies or answers have in common. */
export interface SharedSchema {
  readonly name: string
  readonly direction: Direction
  readonly schema: Schema
  /** Which schemas are this one, if not those of the same shape. */
  readonly matches?: (schema: Schema) => boolean
}

/** What the documents need of the API as a whole. */
export interface DocumentParts {
  readonly groups: readonly { readonly name: string; readonly tags: readonly TagDescription[] }[]
  readonly tagOf: (path: string) => string | undefined
  readonly shared: readonly SharedSchema[]
}
