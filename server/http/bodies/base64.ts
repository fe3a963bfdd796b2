// Base64 that arrives in pieces, as it stands in a JSON text: slashes and line ends may be escaped there.

/** Decodes base64 piece by piece; what is none is found on the way. */
export interface Base64Decoder {
  add(piece: Buffer): void
  /** The bytes; undefined when anything in the text was not base64. */
  end(): readonly Buffer[] | undefined
}

// a character that base64 has no use for; blanks and line ends are skipped
const foreign = /[^A-Za-z0-9+/=\s]/

/** A decoder for one text. */
export function base64Decoder(): Base64Decoder {
  const decoded: Buffer[] = []
  let isBase64 = true
  /** A backslash at the end of a piece, and characters that do not make three bytes yet. */
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
      // nothing follows the padding, so what there is then is all
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
