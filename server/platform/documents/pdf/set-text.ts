// Text as it is set on a line: which glyphs of which faces, from left to right, also where it is read from the right.
// Runs in a document worker.
import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'
import { Buffer as ShapedText, Direction, shape } from 'harfbuzzjs'
import { facesFor, type FontFace, type Weight } from './fonts.ts'

/** Lengths are in thousandths of the size of the text. */
export interface Glyph {
  readonly face: FontFace
  readonly id: number
  /** The characters that it shows; none if those before it say them already. */
  readonly text: string
  /** How wide it is for those who look for gaps between words. */
  readonly width: number
  readonly advance: number
  readonly x: number
  readonly y: number
}

// its types are those of a module that it is not
const bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)()
const shaped = new ShapedText()

/** Sets one line. Characters that no font has become glyph 0. */
export function setText(text: string, weight: Weight): readonly Glyph[] {
  const { levels } = bidi.getEmbeddingLevels(text)
  return inOrder(runsOf(text, levels, weight)).flatMap((run) => glyphsOf(text, run))
}

/** The characters that no font has. */
export const missingIn = (text: string): readonly string[] => [
  ...new Set(
    setText(text, 'Regular')
      .filter(({ id }) => id === 0)
      .map((glyph) => glyph.text),
  ),
]

interface Run {
  readonly from: number
  to: number
  readonly level: number
  readonly face: FontFace
}

/** Parts of one direction and one face. */
function runsOf(text: string, levels: Uint8Array, weight: Weight): readonly Run[] {
  const runs: Run[] = []
  let at = 0
  for (const letter of text) {
    const level = levels[at] ?? 0
    const last = runs.at(-1)
    const face = (last && joins(letter) ? last.face : undefined) ?? faceFor(letter, { text, weight })
    if (last && last.level === level && last.face === face) last.to = at + letter.length
    else runs.push({ from: at, to: at + letter.length, level, face })
    at += letter.length
  }
  return runs
}

/** Marks, joiners and selectors belong to the letter before them. */
const joins = (letter: string): boolean => /[\p{Mark}\p{Default_Ignorable_Code_Point}]/u.test(letter)

function faceFor(letter: string, set: { readonly text: string; readonly weight: Weight }): FontFace {
  const code = letter.codePointAt(0) ?? 0
  let first: FontFace | undefined
  for (const face of facesFor(code, set)) {
    if (face.font.nominalGlyph(code) !== undefined) return face
    first ??= face
  }
  if (!first) throw new Error('there is no font')
  return first
}

/** From left to right: whatever has a level is turned round, from the highest down to 1. */
function inOrder(runs: readonly Run[]): readonly Run[] {
  const order = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    for (let from = 0; from < order.length; from++) {
      let to = from
      while ((order[to]?.level ?? -1) >= level) to++
      order.splice(from, to - from, ...order.slice(from, to).toReversed())
      from = Math.max(from, to - 1)
    }
  return order
}

function glyphsOf(text: string, { from, to, level, face }: Run): readonly Glyph[] {
  shaped.reset()
  shaped.addText(text, from, to - from)
  shaped.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
  shaped.guessSegmentProperties()
  shape(face.font, shaped)
  const glyphs = shaped.getGlyphInfosAndPositions()
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster)), to].toSorted((one, other) => one - other)
  const units = (value = 0) => (value * 1_000) / face.unitsPerEm
  // the first glyph of a letter that moves on says all of it, its marks as well, and is as wide
  const saying = new Map<number, { readonly index: number; width: number }>()
  for (const [index, { cluster, xAdvance = 0 }] of glyphs.entries()) {
    const before = saying.get(cluster)
    if (before && before.width > 0) before.width += xAdvance
    else saying.set(cluster, { index, width: xAdvance })
  }
  return glyphs.map(({ codepoint: id, cluster, xAdvance, xOffset, yOffset }, index) => {
    const { width = 0 } = saying.get(cluster)?.index === index ? (saying.get(cluster) ?? {}) : {}
    const isSaying = saying.get(cluster)?.index === index
    const said = isSaying
      ? text.slice(
          cluster,
          starts.find((start) => start > cluster),
        )
      : ''
    const [advance, x, y] = [units(xAdvance), units(xOffset), units(yOffset)]
    return { face, id, text: said, width: isSaying ? units(width) : 0, advance, x, y }
  })
}
