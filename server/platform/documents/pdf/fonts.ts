// The fonts of the PDFs that the product writes, read when a text first needs them. Runs in a document worker.
//
// part       some characters of a family: the families of packages come in parts, of which a name needs one or two
// face       a part in one weight, as text is set in it
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Blob, Face, Font, Variation } from 'harfbuzzjs'

export type Weight = 'Regular' | 'Bold'

const require = createRequire(import.meta.url)

interface Decoder {
  onRuntimeInitialized: () => void
  /** The TrueType file in a WOFF2 file; false if it is damaged. */
  decompress(bytes: Uint8Array): Uint8Array | false
}

const decoder = require('wawoff2/build/decompress_binding.js') as Decoder
await new Promise<void>((resolve) => (decoder.onRuntimeInitialized = resolve))

/** Beside Latin, Greek and Cyrillic, in which nearly everything is written. */
const families: readonly { readonly ranges: string; readonly before?: RegExp }[] = [
  { ranges: require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json') },
  { ranges: require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json') },
  { ranges: require.resolve('@fontsource-variable/noto-sans-thai/unicode.json') },
  { ranges: require.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json') },
  // the same character is written differently in Japan and in Korea
  {
    ranges: require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
    before: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  },
  { ranges: require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'), before: /\p{Script=Hangul}/u },
  { ranges: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json') },
  { ranges: require.resolve('@fontsource-variable/noto-sans-hk/unicode.json') },
  { ranges: require.resolve('@fontsource-variable/noto-sans-jp/unicode.json') },
  { ranges: require.resolve('@fontsource-variable/noto-sans-kr/unicode.json') },
]

interface Part {
  readonly file: string
  readonly ranges: readonly (readonly [first: number, last: number])[]
}

/** What text is set in. */
export interface FontFace {
  readonly name: string
  /** TrueType, of all weights if it has `axis`. */
  readonly bytes: Uint8Array
  readonly font: Font
  readonly unitsPerEm: number
  /** The weight that is meant. */
  readonly axis: number | undefined
}

const faces = new Map<string, FontFace>()
const parts = new Map<string, readonly Part[]>()
const mostFaces = 100

/** Forgets faces where there are many: for the next document. */
export function forgetFaces(): void {
  if (faces.size > mostFaces) faces.clear()
}

/** The faces that may have the character, the one that suits the text first. */
export function* facesFor(character: number, { text, weight }: { text: string; weight: Weight }) {
  yield latin(weight)
  for (const { ranges, before } of families) {
    if (before && !before.test(text)) continue
    const part = partsOf(ranges).find((each) =>
      each.ranges.some(([first, last]) => character >= first && character <= last),
    )
    if (part) yield remembered(`${part.file} ${weight}`, () => faceOf(part.file, weight))
  }
}

/** It comes with the library that reads PDFs. */
const latin = (weight: Weight): FontFace =>
  remembered(weight, () => {
    const name = `LiberationSans-${weight}`
    const bytes = readFileSync(
      join(dirname(require.resolve('pdfjs-dist/package.json')), 'standard_fonts', `${name}.ttf`),
    )
    return { name, ...opened(bytes), axis: undefined }
  })

function remembered(key: string, open: () => FontFace): FontFace {
  const face = faces.get(key) ?? open()
  faces.set(key, face)
  return face
}

/** The parts of a family, by the file that says which characters each has. */
function partsOf(file: string): readonly Part[] {
  const folder = dirname(file)
  const found =
    parts.get(file) ??
    Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>).map(
      ([part, ranges]) => ({
        file: join(folder, 'files', `${basename(folder)}-${part.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
        ranges: ranges.split(',').map((range) => {
          const [first = '', last = first] = range.trim().slice(2).split('-')
          return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
        }),
      }),
    )
  parts.set(file, found)
  return found
}

function faceOf(file: string, weight: Weight): FontFace {
  const bytes = decoder.decompress(readFileSync(file))
  if (bytes === false) throw new Error(`${file} is damaged`)
  // the decoder uses the same memory for the next file
  const face = opened(bytes.slice())
  const axis = weight === 'Bold' ? 700 : 400
  face.font.setVariations([new Variation('wght', axis)])
  return { name: `NotoSans-${weight}`, ...face, axis }
}

function opened(bytes: Uint8Array) {
  const face = new Face(new Blob(bytes))
  return { bytes, font: new Font(face), unitsPerEm: face.upem }
}
