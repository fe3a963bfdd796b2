// Range and conditional headers of downloads (RFC 9110, sections 13 and 14), without anything that sends.
import type { ByteRange } from '../../platform/storage/storage.ts'

/**
 * What a Range header asks of `size` bytes: one range; `whole` where there is none, where it is in a unit other than bytes or
 * asks for several ranges (which a server may answer whole); `unsatisfiable` where it is no range or lies beyond the end.
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

/** Whether an If-None-Match or If-Match header names the ETag; `*` names any. Weak tags count where `weak` says so. */
export function namesEtag(header: string, etag: string, { weak }: { readonly weak: boolean }): boolean {
  if (header.trim() === '*') return true
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => (weak ? tag.replace(/^W\//, '') : tag) === etag)
}
