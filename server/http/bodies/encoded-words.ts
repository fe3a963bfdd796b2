// Encoded words (RFC 2047) in file names, which some programs send although forms are not mail:
// `=?utf-8?B?w6l0w6kudHh0?=`.

const word = /=\?([\w-]{1,40})\?([bq])\?([^?\s]*)\?=/gi

/** Decodes the encoded words in a text; anything else, or in an unknown character set, stays unchanged. */
export function decodeWords(text: string): string {
  // whitespace between two encoded words is only a separator
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
