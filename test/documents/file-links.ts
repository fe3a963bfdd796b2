// What tests of links need: documents of another store, and making links to them.
import { expect } from 'vitest'
import type { Caller } from '../http.ts'

/** The other store. */
export const store = 'https://documents.harbour.example/sites/legal'
/** A document in it, and what it is by its name. */
export const address = `${store}/leases/Quay%20Street.docx?web=1#page=2`
export const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

let links = 0
/** A name that nothing else bears. */
export const newName = () => `Lease ${++links}.docx`

interface NewLink {
  readonly resource: { readonly type: string; readonly id: number }
  readonly [name: string]: unknown
}

/** Links the document, which must be taken. */
export async function addFileLink(
  by: Caller,
  link: NewLink,
): Promise<{ readonly id: number; readonly name: string }> {
  const made = await by.post('/v2/fileLinks', { name: newName(), externalWebUri: address, ...link })
  expect(made.statusCode, made.body).toBe(201)
  return made.json()
}

/** Status and detail of a refusal. */
export const problemOf = (answer: { statusCode: number; json: () => unknown }) =>
  [answer.statusCode, (answer.json() as { detail: string }).detail] as const
