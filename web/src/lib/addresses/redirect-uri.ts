// The rule for redirect URIs while typing; the server applies the same one and has the final say.

const LONGEST = 2048
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** What is wrong with a redirect URI, as a message for the person who typed it; undefined if it can be registered. */
export function redirectUriProblem(text: string): string | undefined {
  if (text === '') return 'Enter an address, or remove this row.'
  if (text.length > LONGEST) return `Use at most ${LONGEST.toLocaleString('en-GB')} characters.`
  if (/\s/.test(text)) return 'Remove the spaces. The address is compared character by character.'
  if (!/^[!-~]+$/.test(text) || text.includes('\\'))
    return 'Percent-encode accented letters and special characters.'
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

// An @ means that there is a user name, even if it is empty.
const authorityOf = (text: string): string => text.split('//')[1]?.split(/[/?]/)[0] ?? ''

/** One message for each row, undefined if the row is correct; a repeated address is reported from its second row on. */
export function redirectUriProblems(rows: readonly string[]): (string | undefined)[] {
  return rows.map((row, index) =>
    row !== '' && rows.indexOf(row) < index
      ? 'This address is already in the list.'
      : redirectUriProblem(row),
  )
}
