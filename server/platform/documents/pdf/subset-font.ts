// A font with the glyphs that a document uses, in one weight. Runs in a document worker.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FontFace } from './fonts.ts'

// the types of Node.js leave it to those of browsers
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

type Pointer = number

/** What is called of hb-subset; its names are those of HarfBuzz. */
interface Subsetter {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly ['_initialize']: () => void
  malloc(bytes: number): Pointer
  free(at: Pointer): void
  hb_blob_create(data: Pointer, length: number, mode: number, user: Pointer, destroy: Pointer): Pointer
  hb_blob_destroy(blob: Pointer): void
  hb_blob_get_data(blob: Pointer, length: Pointer): Pointer
  hb_blob_get_length(blob: Pointer): number
  hb_face_create(blob: Pointer, index: number): Pointer
  hb_face_destroy(face: Pointer): void
  hb_face_reference_blob(face: Pointer): Pointer
  hb_set_add(set: Pointer, value: number): void
  hb_subset_input_create_or_fail(): Pointer
  hb_subset_input_destroy(input: Pointer): void
  hb_subset_input_glyph_set(input: Pointer): Pointer
  hb_subset_input_pin_axis_location(input: Pointer, face: Pointer, axis: number, value: number): number
  hb_subset_input_set(input: Pointer, which: number): Pointer
  hb_subset_input_set_flags(input: Pointer, flags: number): void
  hb_subset_or_fail(face: Pointer, input: Pointer): Pointer
}

const writable = 2
const tablesToDrop = 3
const retainGlyphIds = 0x02
const noLayoutClosure = 0x200
// a PDF names glyphs by their numbers, and places them itself
const unused = [
  'GSUB',
  'GPOS',
  'GDEF',
  'BASE',
  'STAT',
  'name',
  'post',
  'OS/2',
  'cmap',
  'DSIG',
  'vhea',
  'vmtx',
]

let loaded: Subsetter | undefined

function subsetter(): Subsetter {
  if (loaded) return loaded
  const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)))
  loaded = exports as Subsetter
  loaded['_initialize']()
  return loaded
}

const tagOf = (text: string): number => Buffer.from(text, 'latin1').readUInt32BE()

/** A TrueType file with these glyphs, under the numbers that they have. */
export function subsetOf({ bytes, axis }: FontFace, glyphs: Iterable<number>): Uint8Array {
  const hb = subsetter()
  const at = hb.malloc(bytes.length)
  new Uint8Array(hb.memory.buffer).set(bytes, at)
  const blob = hb.hb_blob_create(at, bytes.length, writable, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  const input = hb.hb_subset_input_create_or_fail()
  hb.hb_subset_input_set_flags(input, retainGlyphIds | noLayoutClosure)
  for (const glyph of glyphs) hb.hb_set_add(hb.hb_subset_input_glyph_set(input), glyph)
  for (const table of unused) hb.hb_set_add(hb.hb_subset_input_set(input, tablesToDrop), tagOf(table))
  if (axis !== undefined) hb.hb_subset_input_pin_axis_location(input, face, tagOf('wght'), axis)
  const subset = hb.hb_subset_or_fail(face, input)
  const made = hb.hb_face_reference_blob(subset)
  const from = hb.hb_blob_get_data(made, 0)
  const result = new Uint8Array(hb.memory.buffer).slice(from, from + hb.hb_blob_get_length(made))
  for (const each of [made, blob]) hb.hb_blob_destroy(each)
  for (const each of [subset, face]) hb.hb_face_destroy(each)
  hb.hb_subset_input_destroy(input)
  hb.free(at)
  if (result.length === 0) throw new Error('a font cannot be made smaller')
  return result
}
