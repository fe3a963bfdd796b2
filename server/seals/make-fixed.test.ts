// PDFs whose look can change: what is found in them, and the fixed copies that are made of them.
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import {
  asOnScreen,
  changeablePdf,
  noteOverPrice,
  otherChangeablePdfs,
  pdfsWithTraits,
  undrawnPdfs,
} from '../../test/documents/changeable-pdf.ts'
import { drawnPages, pressedPages } from '../../test/documents/drawn-pdf.ts'
import { noPdfsig } from '../../test/seals/pdfsig.ts'
import { findTraits } from '../platform/documents/pdf/changeable/find-traits.ts'
import {
  isFixable,
  type PdfTrait,
  pdfTraitNames,
  pdfTraits,
  traitWords,
} from '../platform/documents/pdf/changeable/traits.ts'
import { makeFixed } from './make-fixed.ts'
import { openPdf } from './open-pdf.ts'
import { makeSample } from './sample.ts'

const traitsOf = async (bytes: Uint8Array) => findTraits(await openPdf(new Uint8Array(bytes)))
const fixed = (bytes: Uint8Array) => makeFixed(new Uint8Array(bytes))

/** What is named as removed although a screen shows it: the icon of a comment. */
const changesOnScreen: ReadonlySet<PdfTrait> = new Set(['Icon'])

describe.each(pdfTraitNames)('a PDF with the trait %s', (trait) => {
  const pdf = pdfsWithTraits[trait]

  test('is told from others [C-542]', async () => {
    expect(await traitsOf(pdf)).toMatchObject([{ trait, count: 1 }])
  })

  test.runIf(isFixable({ trait }))(
    'has a fixed copy, the same on a screen and in print [C-543]',
    async () => {
      const { bytes, removed } = await fixed(pdf)
      expect(removed.map((each) => each.trait)).toEqual([trait])
      expect(await traitsOf(bytes)).toEqual([])
      const shown = await drawnPages(bytes, 'display')
      expect(shown).toEqual(await drawnPages(bytes, 'print'))
      if (!changesOnScreen.has(trait)) expect(shown).toEqual(await drawnPages(pdf, 'display'))
    },
  )

  test.skipIf(isFixable({ trait }))('has no fixed copy, and says so [C-544]', async () => {
    await expect(fixed(pdf)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/cannot be made fixed/),
    })
  })
})

test.each(Object.entries(undrawnPdfs))(
  'a shape or button without a look in the file is refused, and does not vanish: %s [C-544]',
  async (_, pdf) => {
    expect(await traitsOf(pdf)).toMatchObject([{ trait: 'Undrawn', count: 1, pages: [1] }])
    await expect(fixed(pdf)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`cannot keep ${pdfTraits.Undrawn.one}, on page 1. Ask`),
    })
  },
)

test('fields that readers draw again, or that have no look, have no fixed copy [C-544]', async () => {
  const { tickedBox, redrawnNowhere } = otherChangeablePdfs
  expect(await traitsOf(tickedBox)).toMatchObject([{ trait: 'Unvalued' }])
  await expect(fixed(tickedBox)).rejects.toMatchObject({ code: 'conflict' })
  expect(await traitsOf(redrawnNowhere)).toEqual([])
})

test.skipIf(noPdfsig).each(['Ink', 'Press'] as const)(
  'a press prints what a screen shows of the fixed copy: %s [C-543]',
  async (trait) => {
    const wanted = pressedPages(asOnScreen[trait])
    expect(pressedPages(pdfsWithTraits[trait])).not.toBe(wanted)
    expect(pressedPages((await fixed(pdfsWithTraits[trait])).bytes)).toBe(wanted)
  },
)

test('transfers and lists of inks count, and names that only look like them do not [C-542]', async () => {
  const { transfer, manyInks, namedAlike } = otherChangeablePdfs
  expect(await traitsOf(transfer)).toMatchObject([{ trait: 'Press', count: 2 }])
  expect(await traitsOf(manyInks)).toMatchObject([{ trait: 'Ink', count: 1 }])
  expect(await traitsOf(namedAlike)).toEqual([])
  const { bytes } = await fixed(transfer)
  expect(Buffer.from(bytes).includes('FunctionType')).toBe(false)
})

test('attached files are named, and what is lost with them is said [C-542]', async () => {
  const { bytes, removed } = await fixed(otherChangeablePdfs.invoice)
  expect(removed.map(traitWords)).toEqual([
    '2 attached files, which are on no page: "Terms.pdf", "factur-x.xml"',
  ])
  expect(Buffer.from(bytes).includes('EmbeddedFiles')).toBe(false)
})

test('what is printed over what is shown is not in the fixed copy, not even hidden [C-543]', async () => {
  for (const trait of ['Printed', 'Layer'] as const) {
    const pdf = pdfsWithTraits[trait]
    expect(await drawnPages(pdf, 'display'), trait).not.toEqual(await drawnPages(pdf, 'print'))
    const { bytes } = await fixed(pdf)
    const text = (await openPdf(bytes)).getPages().map((page) => page.extractText().text)
    expect(text.join(), trait).toContain('EUR 1000')
    expect(text.join(), trait).not.toContain('999999')
  }
})

test('of layers stays what is shown, and nothing moves [C-543]', async () => {
  const { layerThatIsShown, layerThatIsOff, hiddenPicture, textAfterHidden } = otherChangeablePdfs
  for (const pdf of [layerThatIsShown, layerThatIsOff, hiddenPicture]) {
    const { bytes } = await fixed(pdf)
    expect(await drawnPages(bytes, 'print')).toEqual(await drawnPages(pdf, 'display'))
    expect(Buffer.from(bytes).includes('/OC')).toBe(false)
  }
  await expect(fixed(textAfterHidden)).rejects.toMatchObject({ code: 'conflict' })
})

test('what cannot change is left as it is, byte for byte [C-543]', async () => {
  const sample = await makeSample(['Agreement'])
  expect(await fixed(sample)).toEqual({ bytes: sample, removed: [] })
  // drawn and printed, as the signatures that are made here
  for (const pdf of [noteOverPrice(4), noteOverPrice(132)]) expect(await traitsOf(pdf)).toEqual([])
})

test('the documentation has the table of traits [C-542]', async () => {
  const page = await readFile(new URL('../../docs/signing.md', import.meta.url), 'utf8')
  for (const { one, fixed: becomes } of Object.values(pdfTraits))
    expect(page).toContain(`| ${one} | ${becomes ?? 'there is none: ask for another PDF'} |`)
})

test('a document that is signed digitally has no fixed copy [C-544]', async () => {
  const signature =
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S) /F 132 /Rect [0 0 0 0] /V << /Type /Sig >> >>'
  const pdf = changeablePdf({
    catalog: '/AcroForm << /Fields [10 0 R] >> /OpenAction << /S /JavaScript /JS (1) >>',
    page: '/Annots [10 0 R]',
    more: [signature],
  })
  await expect(fixed(pdf)).rejects.toMatchObject({
    message: expect.stringMatching(/signed digitally already/),
  })
})

test('reading what somebody made costly is bounded [F-220]', async () => {
  const deep = `${'['.repeat(400)}${']'.repeat(400)}`
  const notes = Array.from({ length: 20_000 }, () => '10 0 R').join(' ')
  const chain = Array.from({ length: 5_000 }, (_, at) => `<< /S /GoTo /Next ${at + 11} 0 R >>`)
  const costly: Readonly<Record<string, Buffer>> = {
    deep: changeablePdf({ catalog: `/Deep ${deep}` }),
    circular: changeablePdf({
      catalog: '/A 10 0 R',
      more: ['<< /Next 11 0 R >>', '<< /Next 10 0 R /Kids [11 0 R] >>'],
    }),
    itself: changeablePdf({ catalog: '/A 10 0 R', more: ['10 0 R'] }),
    annotations: changeablePdf({
      page: `/Annots [${notes}]`,
      more: [
        '<< /Type /Annot /Subtype /Stamp /F 36 /Rect [0 0 9 9] /AP << /N 11 0 R >> >>',
        '<< /Length 0 >>\nstream\n\nendstream',
      ],
    }),
    actions: changeablePdf({ catalog: '/OpenAction 10 0 R', more: chain }),
    parents: changeablePdf({
      page: '/Annots [10 0 R]',
      more: ['<< /Subtype /Widget /Parent 11 0 R /Rect [0 0 9 9] >>', '<< /Parent 10 0 R >>'],
    }),
  }
  for (const [name, pdf] of Object.entries(costly)) {
    const before = process.cpuUsage()
    await traitsOf(pdf)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6, name).toBeLessThan(5)
  }
  expect(await traitsOf(costly['annotations'] ?? Buffer.alloc(0))).toMatchObject([
    { trait: 'Printed' satisfies PdfTrait, count: 20_000, pages: [1] },
  ])
})
