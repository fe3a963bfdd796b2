// Links: what is asked of the address that a document has in another store, and of the type it is said to have. The server never goes
// there: it may be an address that only the people of the organisation reach.
import { badInput } from '../platform/errors.ts'
import { type AddressFault, faultOfAddress, longestAddress } from '../platform/outbound/https-address.ts'
import { contentTypeOfName, plainType } from './contents/content-type.ts'

const problems: Record<AddressFault | 'not encoded', string> = {
  'too long': `must have ${longestAddress} characters at most.`,
  'not https':
    'must be an https address, such as https://documents.harbour.example/leases/Quay%20Street.docx.',
  'with credentials': 'must not hold a user name or a password: everybody who sees the file reads it.',
  'not encoded': 'must be encoded as a browser shows it when it is copied, blanks as %20 for example.',
}

/** Refuses an address that a document cannot be opened at, and anything in it that could be shown as something else. */
export function checkWebUri(text: string): void {
  const fault = /^[\x21-\x7e]+$/.test(text) ? faultOfAddress(text) : 'not encoded'
  if (fault) throw badInput('externalWebUri', problems[fault])
}

/** The type of a linked document, as it is to be kept; 400 for what is none. */
export function typeOfLink(given: string): string {
  const type = plainType(given)
  if (type !== undefined) return type
  throw badInput('contentType', 'must be the type of the document, such as application/pdf.')
}

/** What the document is by the extension of its name or else of its address; null where neither tells. */
export function guessedType({
  name,
  webUri,
}: {
  readonly name: string
  readonly webUri: string
}): string | null {
  const last = new URL(webUri).pathname.split('/').at(-1) ?? ''
  return contentTypeOfName(name) ?? contentTypeOfName(last) ?? null
}
