// What the documents of v1 say about its quirks, which v2 has none of. They are kept because integrations rely on them.
import type { OpenApiDocument } from './document.ts'

/** For the description of each document of v1. */
export const quirksOfV1 = `Quirks of v1 that v2 does not have:

- Creating returns a bare number with 200, not 201 with what was created.
- Times have no zone: those named \`…Utc\` are UTC, the others local times of the organisation.
- Names of parameters and properties match in any case. Unknown properties are ignored, and a null where none is
  allowed counts as absent.
- Some lists are plain arrays, most are \`{data, total}\`.
- PATCH takes JSON Patch with paths such as \`/Name\`, \`Name\` or \`name\`.`

const utc = 'UTC, without a zone: `2026-03-02T09:00:00.000`.'
const local = 'Local time of the organisation, without a zone: `2026-03-02T09:00:00.000`.'

/** Adds to the schemas of v1 what the format of their times does not say. */
export function noteTimesOfV1(schemas: NonNullable<OpenApiDocument['components']>['schemas'] = {}): void {
  for (const [name, schema] of Object.entries(schemas)) if (name.endsWith('V1')) noteTimes(schema)
}

function noteTimes(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  for (const [keyword, inside] of Object.entries(schema)) {
    if (keyword !== 'properties') noteTimes(inside)
    else for (const [name, property] of Object.entries(inside as object)) noteTime(name, property)
  }
}

function noteTime(name: string, property: unknown): void {
  noteTimes(property)
  const described = property as Record<string, unknown>
  if (described['format'] === 'date-time') described['description'] ??= name.endsWith('Utc') ? utc : local
}
