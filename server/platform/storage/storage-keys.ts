// The keys of stored contents: generated only here, so that no name from outside ever becomes a path.
import { randomBytes } from 'node:crypto'

const form = /^([1-9]\d{0,9})\/\d{4}\/\d{2}\/[0-9a-f]{40}$/

/** An unguessable key in the organisation's own namespace: `<organisationId>/<yyyy>/<mm>/<random>`. */
export function newKey(organisationId: number): string {
  const [year = '', month = ''] = new Date().toISOString().split('-', 2)
  const key = `${organisationId}/${year}/${month}/${randomBytes(20).toString('hex')}`
  if (!form.test(key)) throw new Error(`Contents cannot be stored for the organisation ${organisationId}`)
  return key
}

/** Whether the text is one of our keys; a bucket or a folder may contain other things as well. */
export const isKey = (text: string): boolean => form.test(text)

/** The organisation that owns the contents under the key; throws for an invalid key. */
export function organisationOfKey(key: string): number {
  const [, organisationId] = form.exec(key) ?? []
  if (organisationId === undefined) throw new Error(`Not a key of stored contents: ${key}`)
  return Number(organisationId)
}
