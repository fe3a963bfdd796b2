// File names that programs wrap for old mail (RFC 2047) although forms are not mail: `=?utf-8?B?w6l0w6kudHh0?=`.

const word = /=\?([\w-]{1,40})\?([bq])\?([^?\s]*)\?=/gi

/** The text with its encoded words read; what is none, or in a character set that nobody knows, stays as it is. */
export function decodeWords(text: string): string {
  // blanks between two words only separate them
  return text
    .replace(/(\?=)\s+(?==\?[\w-]+\?[bq]\?)/gi, '$1')
    .replace(word, (whole, charset: string, encoding: string, encoded: string) => {
      try {
        return new TextDecoder(charset).decode(bytesOf(encoding, encoded))
      } catch {
        return whole
      }
    })
}

function bytesOf(encoding: string, encoded: string): Buffer {
  if (encoding.toLowerCase() === 'b') return Buffer.from(encoded, 'base64')
  const text = encoded
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  return Buffer.from(text, 'latin1')
}
