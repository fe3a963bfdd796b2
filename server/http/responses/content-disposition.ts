// The file name in a Content-Disposition header (RFC 6266, RFC 8187), parsed as leniently as browsers write and read
// it.
import { decodeWords } from '../bodies/encoded-words.ts'

/**
 * The file name in the header; `filename*` takes precedence over `filename`, in any order, unless it cannot be decoded.
 * Undefined if there is none.
 */
export function fileNameOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const parameters = parametersOf(header)
  const extended = parameters.get('filename*')
  const exact = extended === undefined ? undefined : decodeExtended(extended)
  if (exact) return exact
  const plain = parameters.get('filename')
  return plain ? decodeWords(asUtf8(plain)) : undefined
}

// name = token or quoted string, in which a backslash escapes one character; anything else is skipped
const parameter = /;\s*([\w!#$&+\-^`|~.*]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g

function parametersOf(header: string): Map<string, string> {
  const found = new Map<string, string>()
  // the type (attachment) may be missing
  const text = /^\s*[\w!#$&+\-^`|~.*]+\s*(?:;|$)/.test(header) ? header : `;${header}`
  for (const [, name = '', quoted, bare = ''] of text.matchAll(parameter)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, quoted === undefined ? bare.trim() : unquoted(quoted))
  }
  return found
}

// some programs send a local path without escaping its backslashes
const unquoted = (text: string) => (/^[a-z]:\\[^\\"]/i.test(text) ? text : text.replace(/\\(.)/g, '$1'))

/** `UTF-8'en'%e2%82%ac%20rates`; undefined for an unknown character set, or invalid bytes. */
function decodeExtended(text: string): string | undefined {
  const match = /^([\w-]{1,40})'[^']*'(.*)$/s.exec(text)
  const [, charset = '', encoded = ''] = match ?? []
  if (!match || /%(?![0-9a-f]{2})/i.test(encoded)) return undefined
  const latin = encoded.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  )
  try {
    return new TextDecoder(charset, { fatal: true }).decode(Buffer.from(latin, 'latin1'))
  } catch {
    return undefined
  }
}

/** Header bytes arrive as Latin-1; most programs mean UTF-8. */
function asUtf8(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}
