// Addresses on the web that somebody gave us, as texts: what is refused of them before anything is done with them.

/** So many characters every receiver, browser and proxy takes. */
export const longestAddress = 2_048

export type AddressFault = 'too long' | 'not https' | 'with credentials'

/** What keeps the text from being an https address of at most 2,048 characters without user name and password. */
export function faultOfAddress(text: string): AddressFault | undefined {
  if (text.length > longestAddress) return 'too long'
  const url = URL.canParse(text) ? new URL(text) : undefined
  // a URL object forgives what a request line must not hold
  if (url?.protocol !== 'https:' || /[\s\0]/.test(text)) return 'not https'
  return url.username === '' && url.password === '' ? undefined : 'with credentials'
}
