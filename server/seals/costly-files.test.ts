// Files that cost their reader much more than their sender: refused by what they say of themselves, before the work.
import { expect, test } from 'vitest'
import { contentBomb, manyPages, manyParagraphs, overlappingRanges } from '../../test/documents/hostile.ts'
import { pdfOf } from '../../test/documents/pdf.ts'
import { pictureOf, pngOf } from '../../test/seals/picture.ts'
import { checkObjects } from '../platform/documents/pdf/check-objects.ts'
import { readMarkup } from '../platform/documents/markup/read-markup.ts'
import { countPdfPages } from './count-pdf-pages.ts'
import { drawFields } from './fields/draw-fields.ts'
import { readFields } from './fields/find-anchors.ts'
import { readSeals } from './read-seals.ts'
import { makeSample } from './sample.ts'
import { pictureSize } from './signature-page.ts'

test('ranges of bytes that overlap are refused, and nothing of them is hashed [F-215]', () => {
  const signature = Buffer.from(`/Contents <${'30'.repeat(2_000)}>`)
  const file = overlappingRanges(signature, { bytes: 100_000, ranges: 10 })
  expect(readSeals(file)).toMatchObject({ excess: 'has signatures that overlap', seals: [] })
  expect(readSeals(overlappingRanges(signature, { bytes: 100_000, ranges: 1 })).excess).toBeNull()
})

test('the data of a picture of a signature is as long as its size says, or it is refused [F-216]', () => {
  const size = { width: 100, height: 100 }
  const rows = (bytes: number) => pngOf(size, Buffer.alloc(bytes))
  const exact = 100 * (1 + 4 * 100)
  expect(pictureSize(rows(exact))).toEqual(size)
  for (const bytes of [0, exact - 1, exact + 1, 5_000_000])
    expect(() => pictureSize(rows(bytes)), `${bytes} bytes`).toThrow('The signature must be a PNG image')
})

test('a text that does not fit is refused before a picture is looked at [F-216]', async () => {
  const place = { page: 1, x: 50, y: 50, width: 20, height: 10 }
  const fill = (text: string) =>
    drawFields({
      bytes: pdfOf(['Agreement']),
      drawings: [
        { ...place, what: 'signature', caption: 'Ana' },
        { ...place, what: 'text', text, input: 'fields.1.text' },
      ],
      pictures: { signature: Buffer.from('no picture'), initials: undefined },
    })
  await expect(fill('far too long '.repeat(20))).rejects.toThrow('too long for its place')
  await expect(fill('ok')).rejects.toThrow('must be a PNG image')
})

test('a PDF that unpacks to far more than it is, or has too many pages or objects, is refused by name [F-217]', async () => {
  const bomb = contentBomb(3_000_000)
  expect(bomb.length).toBeLessThan(100_000)
  await expect(readFields(bomb)).rejects.toThrow('The PDF has a part that unpacks to more than 16 MB.')
  await expect(readFields(pdfOf([{ deflatedTwice: 40_000_000 }]))).rejects.toThrow('more than 16 MB')
  await expect(countPdfPages(manyPages(10_001))).rejects.toThrow('The PDF has more than 10,000 pages.')
  expect(await countPdfPages(manyPages(9))).toBe(9)
  expect(() => checkObjects(Buffer.from('endobj '.repeat(200_001)))).toThrow('more than 200,000 objects')
  expect(() => checkObjects(Buffer.from('<< /Type /ObjStm /N 200001 >>'))).toThrow(
    'more than 200,000 objects',
  )
  // what was refused is not remembered
  expect((await readFields(await makeSample(['{{sign:1}}']))).pages).toHaveLength(1)
  expect(pictureSize(pictureOf())).toEqual({ width: 60, height: 20 })
})

test('a Word document of too many paragraphs is refused by name, before it is taken apart [F-218]', async () => {
  await expect(readMarkup(manyParagraphs(60_001))).rejects.toThrow('more than 60,000 paragraphs')
  expect((await readMarkup(manyParagraphs(5))).total).toBe(0)
})
