// Incremental base64 decoding of text inside JSON, where slashes and line ends may be escaped.

/** Decodes base64 piece by piece, and detects invalid input. */
export interface Base64Decoder {
  add(piece: Buffer): void
  /** The bytes; undefined if any of the text was not base64. */
  end(): readonly Buffer[] | undefined
}

// a character outside base64; whitespace is skipped
const foreign = /[^A-Za-z0-9+/=\s]/

/** A decoder for one text. */
export function base64Decoder(): Base64Decoder {
  const decoded: Buffer[] = []
  let isBase64 = true
  /** A trailing backslash, and characters that do not make up three bytes yet. */
  let rest = ''
  let padding = 0
  const check = (text: string) => {
    const at = text.indexOf('=')
    const [letters, signs] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
    if ((padding > 0 && letters !== '') || foreign.test(text)) isBase64 = false
    padding += signs.length
    if (padding > 2 || signs.replaceAll('=', '') !== '') isBase64 = false
    return letters
  }
  return {
    add(piece) {
      if (!isBase64) return
      const text = rest + piece.toString('latin1')
      const whole = text.endsWith('\\') ? text.slice(0, -1) : text
      const letters = check(whole.replaceAll('\\/', '/').replace(/\\[nrt]|\s/g, ''))
      // nothing may follow the padding, so everything is used
      const used = letters.length - (padding > 0 ? 0 : letters.length % 4)
      decoded.push(Buffer.from(letters.slice(0, used), 'base64'))
      rest = letters.slice(used) + (whole === text ? '' : '\\')
    },
    end() {
      if (!isBase64 || rest.endsWith('\\')) return undefined
      return [...decoded, Buffer.from(rest, 'base64')]
    },
  }
}
