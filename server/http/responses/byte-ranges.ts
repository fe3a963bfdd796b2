// Range and conditional headers of downloads (RFC 9110, sections 13 and 14); parsing only.
import type { ByteRange } from '../../platform/storage/storage.ts'

/**
 * Parses a Range header for content of `size` bytes: one range; `whole` if there is none, if its unit is not bytes or
 * if it asks for several ranges (which a server may answer in full); `unsatisfiable` if it is invalid or beyond the
 * end.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, set] = /^bytes=(.*)$/i.exec(header?.trim() ?? '') ?? []
  if (set === undefined) return 'whole'
  const ranges = set.split(',').map((text) => oneRange(text.trim(), size))
  const [first] = ranges
  if (ranges.length === 1) return first ?? 'unsatisfiable'
  return ranges.includes(undefined) ? 'unsatisfiable' : 'whole'
}

function oneRange(text: string, size: number): ByteRange | undefined {
  const [, from, to] = /^(\d*)-(\d*)$/.exec(text) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  const backwards = from !== '' && to !== '' && Number(to) < Number(from)
  return backwards || start >= size ? undefined : { start, end }
}

/** Whether an If-None-Match or If-Match header matches the ETag; `*` matches any. `weak` allows weak tags. */
export function namesEtag(header: string, etag: string, { weak }: { readonly weak: boolean }): boolean {
  if (header.trim() === '*') return true
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => (weak ? tag.replace(/^W\//, '') : tag) === etag)
}
