// The fonts of the PDFs that the product writes. They come with the library that reads PDFs.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type Weight = 'Regular' | 'Bold'

const read = new Map<Weight, Uint8Array>()

/** A sans-serif font for Latin, Greek, Cyrillic and Hebrew: the bytes of its TrueType file. */
export function fontBytes(weight: Weight = 'Regular'): Uint8Array {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const bytes =
    read.get(weight) ??
    new Uint8Array(readFileSync(join(folder, `standard_fonts/LiberationSans-${weight}.ttf`)))
  read.set(weight, bytes)
  return bytes
}
