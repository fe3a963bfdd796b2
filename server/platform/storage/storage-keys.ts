// The names under which contents are stored: made here only, so that no name from outside ever becomes a path.
import { randomBytes } from 'node:crypto'

const form = /^([1-9]\d{0,9})\/\d{4}\/\d{2}\/[0-9a-f]{40}$/

/** A key nobody can guess, in the organisation's own space: `<organisationId>/<yyyy>/<mm>/<random>`. */
export function newKey(organisationId: number): string {
  const [year = '', month = ''] = new Date().toISOString().split('-', 2)
  const key = `${organisationId}/${year}/${month}/${randomBytes(20).toString('hex')}`
  if (!form.test(key)) throw new Error(`No contents can be stored for the organisation ${organisationId}`)
  return key
}

/** Whether the text is a key of ours; a bucket or a folder may hold other things as well. */
export const isKey = (text: string): boolean => form.test(text)

/** The organisation whose contents lie under the key; throws for what is no key. */
export function organisationOfKey(key: string): number {
  const [, organisationId] = form.exec(key) ?? []
  if (organisationId === undefined) throw new Error(`This is no key of stored contents: ${key}`)
  return Number(organisationId)
}
