// Parses a query while keeping the original text: the state must be returned unchanged.

interface RawValue {
  /** Form-decoded. */
  readonly value: string
  /** The original text. */
  readonly raw: string
}

/** All values by name, in order. */
export type RawQuery = ReadonlyMap<string, readonly RawValue[]>

/** Parses the part of a URL after the `?`. */
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

/** Text that cannot be decoded is left as it is, and then matches nothing registered. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
