// The router keeps the query of a hash route as raw text. Routes that read parameters name them in `validateSearch`. A
// router that parses and rewrites queries would change the bytes of an integration's authorize link in the address bar.

/** A location's query, not parsed. */
export interface SearchText {
  text?: string
}

/** The router's reader: nothing is decoded. */
export function parseSearch(search: string): SearchText {
  const text = search.replace(/^\?/, '')
  return text === '' ? {} : { text }
}

/** The router's writer: named parameters if a route has any, otherwise the unchanged text. */
export function stringifySearch({ text, ...named }: Record<string, unknown>): string {
  const given = Object.entries(named).filter(([, value]) => value !== undefined && value !== '')
  if (given.length > 0) return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
  return typeof text === 'string' && text !== '' && Object.keys(named).length === 0 ? `?${text}` : ''
}

/** A route's `validateSearch`: reads these parameters, all optional. */
export function readSearch<Name extends string>(names: readonly Name[]) {
  return (search: Record<string, unknown>): { [N in Name]?: string | undefined } => {
    const text = search['text']
    const inText = new URLSearchParams(typeof text === 'string' ? text : '')
    const read = (name: Name) => {
      const given = search[name] ?? inText.get(name)
      return typeof given === 'string' ? given : undefined
    }
    return Object.fromEntries(names.map((name) => [name, read(name)])) as { [N in Name]?: string | undefined }
  }
}
