// The rule for redirect URIs as a person types them; the server applies the same one and has the last word.

const LONGEST = 2048
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** What is wrong with a redirect URI, in words for the person who typed it; undefined when it can be registered. */
export function redirectUriProblem(text: string): string | undefined {
  if (text === '') return 'Enter an address, or remove this row.'
  if (text.length > LONGEST) return `Use at most ${LONGEST.toLocaleString('en-GB')} characters.`
  if (/\s/.test(text)) return 'Remove the spaces. The address is compared character by character.'
  if (!/^[!-~]+$/.test(text) || text.includes('\\'))
    return 'Write letters with accents and special marks percent-encoded.'
  if (!/^https?:\/\//i.test(text)) return 'Start with https://, or with http:// for localhost.'
  if (!URL.canParse(text)) return 'This is not a complete address.'
  const url = new URL(text)
  if (text.includes('#')) return 'Remove the part from # on. It never reaches a server.'
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@'))
    return 'Remove the user name and password from the address.'
  if (url.hostname.includes('*')) return 'Write out each host. Wildcards are not supported.'
  if (url.protocol === 'http:' && !LOCAL_HOSTS.includes(url.hostname)) {
    return 'Use https. Plain http is accepted for localhost, 127.0.0.1 and [::1] only.'
  }
  return undefined
}

// With an @ in it, there is a user name, be it an empty one.
const authorityOf = (text: string): string => text.split('//')[1]?.split(/[/?]/)[0] ?? ''

/** One message for each row, undefined where the row is in order; a repeated address is told from its second row on. */
export function redirectUriProblems(rows: readonly string[]): (string | undefined)[] {
  return rows.map((row, index) =>
    row !== '' && rows.indexOf(row) < index
      ? 'This address is already in the list.'
      : redirectUriProblem(row),
  )
}
