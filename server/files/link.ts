// Links: validation of the address of a document in another store, and of its declared type. The server never opens the
// address: it may only be reachable from the organisation's network.
import { badInput } from '../platform/errors.ts'
import { type AddressFault, faultOfAddress, maxAddressLength } from '../platform/outbound/https-address.ts'
import { contentTypeOfName, parseType } from './contents/content-type.ts'

const problems: Record<AddressFault | 'not encoded' | 'with a backslash', string> = {
  'too long': `must have ${maxAddressLength} characters at most.`,
  'not https':
    'must be an https address, such as https://documents.harbour.example/leases/Quay%20Street.docx.',
  'with credentials': 'must not contain a user name or a password: everybody who sees the file can read it.',
  'with a backslash':
    'must not contain a backslash: write / between its parts, and %5C for the character itself.',
  'not encoded': 'must be percent-encoded, as browsers copy it: a space as %20, for example.',
}

/**
 * The address to be stored, as every program reads it: `HTTPS://x` becomes `https://x/`. Rejects an address that cannot
 * open a document, and one that could be displayed as something else.
 */
export function parseWebUri(text: string): string {
  const fault = faultOfWebUri(text)
  if (fault) throw badInput('externalWebUri', problems[fault])
  const { href } = new URL(text)
  if (href.length > maxAddressLength) throw badInput('externalWebUri', problems['too long'])
  return href
}

function faultOfWebUri(text: string): keyof typeof problems | undefined {
  if (!/^[\x21-\x7e]+$/.test(text)) return 'not encoded'
  // browsers read it as a slash, other programs do not
  if (text.includes('\\')) return 'with a backslash'
  return faultOfAddress(text)
}

/** The type of a linked document to be stored; bad_request if it is not a valid type. */
export function checkLinkType(given: string): string {
  const type = parseType(given)
  if (type !== undefined) return type
  throw badInput('contentType', 'must be the type of the document, such as application/pdf.')
}

/** The type of the document by the extension of its name, or else of its address; null if neither is known. */
export function guessTypeOfLink({
  name,
  webUri,
}: {
  readonly name: string
  readonly webUri: string
}): string | null {
  const last = new URL(webUri).pathname.split('/').at(-1) ?? ''
  return contentTypeOfName(name) ?? contentTypeOfName(last) ?? null
}
