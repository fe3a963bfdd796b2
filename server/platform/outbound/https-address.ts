// Web addresses given by users, as text: checks made before they are used.

/** A length that every receiver, browser and proxy supports. */
export const maxAddressLength = 2_048

export type AddressFault = 'too long' | 'not https' | 'with credentials'

/** Why the text is not an https address of at most 2,048 characters without credentials; undefined if it is one. */
export function faultOfAddress(text: string): AddressFault | undefined {
  if (text.length > maxAddressLength) return 'too long'
  const url = URL.canParse(text) ? new URL(text) : undefined
  // a URL object accepts characters that a request line must not contain
  if (url?.protocol !== 'https:' || /[\s\0]/.test(text)) return 'not https'
  return url.username === '' && url.password === '' ? undefined : 'with credentials'
}
