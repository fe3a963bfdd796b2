// A zip archive in memory, as far as a document needs one.
import PizZip from 'pizzip'

interface Entry {
  readonly name: string
  readonly content: string | Uint8Array
}

// the same content always gives the same bytes
const date = new Date(2026, 0, 1)

/** The archive of the entries, in order. */
export function zip(entries: readonly Entry[]): Buffer {
  const archive = new PizZip()
  for (const { name, content } of entries) archive.file(name, content, { date })
  return archive.generate({ type: 'nodebuffer', compression: 'DEFLATE' })
}
