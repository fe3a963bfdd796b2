// Where a result leads: to its page, and in a file to the passage.
import { routeOf } from '../../lib/addresses/route-of.ts'
import type { Found } from './search.ts'

/** Undefined for what has no page, such as a mail that is on no record. */
export function routeOfFound({ type, id, record, version, page, passages }: Found): string | undefined {
  if (type === 'File') {
    const search = new URLSearchParams()
    if (version) search.set('version', String(version))
    if (page) search.set('page', String(page))
    const words = markedWords(passages)
    if (words !== undefined) search.set('find', words)
    const text = search.toString()
    return `${routeOf('File', id)}${text === '' ? '' : `?${text}`}`
  }
  return routeOf(type, id) ?? (record === null ? undefined : routeOf(record.type, record.id))
}

/** What was found first, as the text has it: the find bar of the preview looks for it. */
function markedWords(passages: Found['passages']): string | undefined {
  const [passage] = passages
  const [from, to] = passage?.marks[0] ?? []
  return from === undefined ? undefined : passage?.text.slice(from, to)
}

/** A passage in pieces, marked or not. */
export function piecesOf({
  text,
  marks,
}: Found['passages'][number]): readonly { text: string; marked: boolean }[] {
  const pieces: { text: string; marked: boolean }[] = []
  let at = 0
  for (const [from = 0, to = 0] of marks) {
    if (from < at) continue
    pieces.push({ text: text.slice(at, from), marked: false }, { text: text.slice(from, to), marked: true })
    at = to
  }
  pieces.push({ text: text.slice(at), marked: false })
  return pieces.filter((piece) => piece.text !== '')
}
