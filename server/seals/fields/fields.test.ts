// Fields on pages that are turned and cut, drawn where they are shown; and documents that are made to be hard to read.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDF, PdfArray, PdfNumber } from '@libpdf/core'
import { expect, test } from 'vitest'
import { noPdfsig } from '../../../test/seals/pdfsig.ts'
import { prepareForSignature } from '../signature-page.ts'
import { drawFields } from './draw-fields.ts'
import { readFields } from './find-anchors.ts'
import { boxOf, shownAt, shownSize, viewOf } from './page-places.ts'
import type { NewField } from './signature-field.ts'

const turns = [0, 90, 180, 270] as const

/** A page of 400 by 600 points whose shown part begins at 40, 50, turned. */
async function turned(degrees: (typeof turns)[number], text = 'Agreement'): Promise<Uint8Array> {
  const pdf = PDF.create()
  const page = pdf.addPage({ width: 400, height: 600 })
  page.drawText(text, { x: 100, y: 300, size: 12 })
  const crop = [40, 50, 380, 560].map((each) => PdfNumber.of(each))
  page.dict.set('CropBox', new PdfArray(crop))
  page.setRotation(degrees)
  return pdf.save()
}

/** Where a word is shown: the middle of its box. */
function middleOf(pdf: Uint8Array, word: string) {
  const folder = mkdtempSync(join(tmpdir(), 'fields-'))
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf)
    const boxes = execFileSync('pdftotext', ['-bbox', '-cropbox', join(folder, 'a.pdf'), '-'], {
      encoding: 'utf8',
    })
    const found = new RegExp(
      `xMin="([\\d.]+)" yMin="([\\d.]+)" xMax="([\\d.]+)" yMax="([\\d.]+)">${word}<`,
    ).exec(boxes)
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = (found ?? []).slice(1).map(Number)
    return { x: (x1 + x2) / 2, y: (y1 + y2) / 2 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.each(turns)('on a page turned by %i degrees, a place is where it is shown [C-391]', async (degrees) => {
  const bytes = await turned(degrees)
  const pdf = await PDF.load(bytes)
  const page = pdf.getPage(0)
  if (!page) throw new Error('no page')
  const view = viewOf(pdf, page)
  expect(shownSize(view)).toEqual(
    degrees % 180 === 0 ? { width: 340, height: 510 } : { width: 510, height: 340 },
  )
  const place = { page: 1, x: 30, y: 200, width: 120, height: 20 }
  const { page: _, ...box } = place
  expect(shownAt(view, boxOf(view, place))).toEqual(box)
  if (noPdfsig !== undefined) return
  const drawn = await drawFields({
    bytes,
    drawings: [{ ...place, what: 'text', text: 'Kaistraße', input: null }],
    pictures: { signature: undefined, initials: undefined },
  })
  expect(Buffer.compare(bytes, drawn.subarray(0, bytes.length))).toBe(0)
  const { x, y } = middleOf(drawn, 'Kaistraße')
  expect(x).toBeGreaterThan(30)
  expect(x).toBeLessThan(150)
  expect(Math.abs(y - 210)).toBeLessThan(6)
})

test('sizes come from the pages above in the tree, with corners in any order [C-391]', async () => {
  const pdf = PDF.create()
  const page = pdf.addPage({ size: 'letter' })
  page.dict.delete('MediaBox')
  const resolve = pdf.context.registry.resolve.bind(pdf.context.registry)
  const numbers = [700, 900, 100, 100].map((each) => PdfNumber.of(each))
  page.dict.getDict('Parent', resolve)?.set('MediaBox', new PdfArray(numbers))
  page.dict.getDict('Parent', resolve)?.set('Rotate', PdfNumber.of(-90))
  const { pages } = await readFields(await pdf.save())
  expect(pages).toEqual([{ width: 800, height: 600 }])
})

test.each(turns)('an anchor on a page turned by %i degrees is a field there [C-392]', async (degrees) => {
  const { fields } = await readFields(await turned(degrees, '{{initials:1}}'))
  expect(fields).toMatchObject([{ kind: 'Initials', place: 0, page: 1 }])
  const [{ x, y, width, height } = { x: -1, y: -1, width: 0, height: 0 }] = fields
  const shown = degrees % 180 === 0 ? { width: 340, height: 510 } : { width: 510, height: 340 }
  expect(x).toBeGreaterThanOrEqual(0)
  expect(y).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(shown.width)
  expect(y + height).toBeLessThanOrEqual(shown.height)
})

test('what only looks like an anchor is none, and more than 200 are refused [C-393]', async () => {
  const look = '{{sign:0}} {{sign:}} {{sing:1}} {sign:1} {{sign:123}} {{ sign 1 }} {{'.padEnd(200, '{ ')
  expect((await readFields(await turned(0, look))).fields).toEqual([])
  const pdf = PDF.create()
  for (let count = 0; count < 3; count++) {
    const page = pdf.addPage({ size: 'a4' })
    for (let line = 0; line < 70; line++) page.drawText('{{tick:1}}', { x: 60, y: 800 - line * 11, size: 8 })
  }
  await expect(readFields(await pdf.save())).rejects.toMatchObject({ code: 'bad_request' })
})

test('a document without fields and with a place for every signature gets no page [C-391]', async () => {
  const bytes = await turned(0)
  const field: NewField = {
    place: 0,
    kind: 'Signature',
    page: 1,
    x: 10,
    y: 10,
    width: 100,
    height: 40,
    required: true,
    label: null,
  }
  const prepare = (fields: readonly NewField[]) =>
    prepareForSignature({ bytes, title: 'Agreement', blocks: [['Ana']], fields, hasPages: true })
  expect((await prepare([field])).bytes).toEqual(bytes)
  const atEnd = await prepare([{ ...field, required: false }])
  expect((await PDF.load(atEnd.bytes)).getPageCount()).toBe(2)
})
