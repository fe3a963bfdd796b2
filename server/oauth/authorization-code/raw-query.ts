// Reads a query without losing what its text was: the state has to go back as it came.

interface RawValue {
  /** Decoded, as a form is. */
  readonly value: string
  /** As it stood there. */
  readonly raw: string
}

/** Every value of every name, in order. */
export type RawQuery = ReadonlyMap<string, readonly RawValue[]>

/** Reads the text between `?` and the end of an address. */
export function readQuery(text: string): RawQuery {
  const query = new Map<string, RawValue[]>()
  for (const pair of text.replace(/^\?/, '').split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const raw = equals < 0 ? '' : pair.slice(equals + 1)
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals))
    const value = { value: decoded(raw), raw }
    const values = query.get(name)
    if (values) values.push(value)
    else query.set(name, [value])
  }
  return query
}

/** What cannot be decoded stays as it is; it then equals nothing that is registered. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
