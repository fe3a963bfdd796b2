// Finds what can make a PDF look different from what somebody saw. Runs in a document worker.
import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { AppError, conflict } from '../../../errors.ts'
import { unsafeCharacters } from '../../../shown-names.ts'
import { annotationTraits, subtypeOf } from './annotations.ts'
import { inksOf, isForPress } from './inks.ts'
import { layersOf } from './layers.ts'
import { inherited, objectsOf, type PdfObjects, textOf } from './pdf-objects.ts'
import {
  type FoundTrait,
  isFixable,
  mostNames,
  mostPagesNamed,
  type PdfTrait,
  pdfTraitNames,
  traitsWords,
} from './traits.ts'

const mostParts = 3_000_000

/** What an action does, by its type. */
const actions: ReadonlyMap<string, PdfTrait> = new Map([
  ['JavaScript', 'Program'],
  ...(['Launch', 'SubmitForm', 'ImportData'] as const).map((each) => [each, 'Launch'] as const),
  ...(['Hide', 'SetOCGState', 'ResetForm'] as const).map((each) => [each, 'Switch'] as const),
  ...(['Movie', 'Sound', 'Rendition', 'RichMediaExecute', 'GoTo3DView'] as const).map(
    (each) => [each, 'Media'] as const,
  ),
])

/** The traits of a document, in the order of their table. Throws bad_request for one that has too many parts. */
export function findTraits(pdf: PDF): readonly FoundTrait[] {
  const objects = objectsOf(pdf)
  const found = new Collected()
  for (const page of pdf.getPages())
    for (const trait of annotationsOn(objects, page.dict).flatMap((each) => annotationTraits(objects, each)))
      found.add(trait, { page: page.index + 1 })
  for (const trait of catalogTraits(objects, pdf)) found.add(trait)
  found.add('Layer', { count: layersOf(pdf).changing })
  for (const [part, page] of partsOf(pdf, objects)) {
    if (part instanceof PdfArray) {
      if (inksOf(objects, part).length > 0) found.add('Ink', { page })
      continue
    }
    for (const trait of dictionaryTraits(objects, part))
      found.add(trait, { page, name: trait === 'Attachment' ? fileName(objects, part) : undefined })
  }
  return found.all()
}

const annotationsOn = (objects: PdfObjects, page: PdfDict): readonly PdfDict[] =>
  objects.items(page.get('Annots')).flatMap((each) => objects.dict(each) ?? [])

const longestName = 100

/** What an attached file is called, as far as that can be shown. */
function fileName(objects: PdfObjects, file: PdfDict): string | undefined {
  const bytes = objects.bytes(file.get('UF')) ?? objects.bytes(file.get('F'))
  // half a pair, where it is cut, cannot be stored
  return bytes && textOf(bytes).replaceAll(unsafeCharacters, '').slice(0, longestName).toWellFormed()
}

/** Throws conflict for a document whose look can change, with what can. */
export function checkLooksTheSame(traits: readonly FoundTrait[]): void {
  if (traits.length === 0) return
  const stuck = traits.filter((each) => !isFixable(each))
  throw conflict(
    `The PDF can look different from what you see. It has ${traitsWords(traits)}. ${
      stuck.length === 0
        ? 'Make it fixed, so that what a screen shows stays and everything else is removed, or upload another one.'
        : `It cannot be made fixed: a copy cannot keep ${traitsWords(stuck)}. Ask for a PDF without that, or print it into a new one, and upload that.`
    }`,
  )
}

interface Found {
  count: number
  readonly pages: Set<number>
  readonly names: string[]
}

interface Occurrence {
  readonly page?: number | undefined
  readonly name?: string | undefined
  readonly count?: number
}

class Collected {
  readonly #found = new Map<PdfTrait, Found>()

  add(trait: PdfTrait, { page, name, count = 1 }: Occurrence = {}): void {
    if (count === 0) return
    const found = this.#found.get(trait) ?? { count: 0, pages: new Set(), names: [] }
    found.count += count
    if (page !== undefined && found.pages.size < mostPagesNamed) found.pages.add(page)
    if (name && found.names.length < mostNames) found.names.push(name)
    this.#found.set(trait, found)
  }

  all(): readonly FoundTrait[] {
    return pdfTraitNames.flatMap((trait) => {
      const found = this.#found.get(trait)
      if (!found) return []
      const { count, pages, names } = found
      return [{ trait, count, pages: [...pages], ...(names.length > 0 ? { names: names.toSorted() } : {}) }]
    })
  }
}

function catalogTraits(objects: PdfObjects, pdf: PDF): readonly PdfTrait[] {
  const catalog = pdf.context.catalog.getDict()
  const form = objects.dict(catalog.get('AcroForm'))
  const preferences = objects.dict(catalog.get('ViewerPreferences'))
  const areas = areaSettings.map((key) => objects.name(preferences?.get(key)) ?? 'CropBox')
  return [
    ...(form?.has('XFA') ? ([isTrue(objects, catalog, 'NeedsRendering') ? 'Dynamic' : 'Xfa'] as const) : []),
    ...(form && isTrue(objects, form, 'NeedAppearances') && hasFields(objects, pdf)
      ? (['Redrawn'] as const)
      : []),
    ...(areas.some((each) => each !== 'CropBox') ? (['Area'] as const) : []),
  ]
}

/** Whether a page has a form field that readers draw: they draw no signature anew. */
const hasFields = (objects: PdfObjects, pdf: PDF): boolean =>
  pdf.getPages().some(({ dict }) =>
    annotationsOn(objects, dict).some((each) => {
      const isField = subtypeOf(objects, each) === 'Widget'
      return isField && objects.name(inherited(objects, each, 'FT')) !== 'Sig'
    }),
  )

/** Of a catalogue: which part of its pages is shown, and which is printed. */
export const areaSettings = ['ViewArea', 'ViewClip', 'PrintArea', 'PrintClip'] as const

const isTrue = (objects: PdfObjects, dict: PdfDict, key: string): boolean => {
  const value = objects.of(dict.get(key))
  return value?.type === 'bool' && value.value
}

function dictionaryTraits(objects: PdfObjects, dict: PdfDict): readonly PdfTrait[] {
  const action = actions.get(objects.name(dict.get('S')) ?? '')
  return [
    ...(action ? [action] : []),
    ...(dict.has('JS') && action !== 'Program' ? (['Program'] as const) : []),
    ...(isForPress(objects, dict) ? (['Press'] as const) : []),
    ...(dict.has('EF') ? (['Attachment'] as const) : []),
    ...(dict instanceof PdfStream && (dict.has('F') || dict.has('Ref')) ? (['External'] as const) : []),
    ...(dict instanceof PdfStream && (dict.has('Alternates') || dict.has('OPI'))
      ? (['Alternate'] as const)
      : []),
  ]
}

/** Every dictionary that the document refers to, each once, with the page that it belongs to. */
export function* dictionariesOf(
  pdf: PDF,
  objects: PdfObjects,
): Generator<readonly [dict: PdfDict, page: number | undefined]> {
  for (const [part, page] of partsOf(pdf, objects)) if (part instanceof PdfDict) yield [part, page]
}

/** Every dictionary and array, in the same way. */
export function* partsOf(
  pdf: PDF,
  objects: PdfObjects,
): Generator<readonly [part: PdfDict | PdfArray, page: number | undefined]> {
  const pages = pdf.getPages()
  const below = createDescent(objects, new Set(pages.map(({ ref }) => ref.objectNumber)))
  const roots = [
    ...pages.map(({ dict, index }) => [dict, index + 1] as const),
    [pdf.context.catalog.getDict(), undefined] as const,
  ]
  let parts = 0
  for (const [root, page] of roots) {
    const stack: PdfObject[] = [root]
    for (let object = stack.pop(); object !== undefined; object = stack.pop()) {
      if (++parts > mostParts) throw tooMany()
      if (object instanceof PdfDict || object instanceof PdfArray) yield [object, page]
      // from a page up are all the others
      for (const each of below(object, object === root ? 'Parent' : undefined)) stack.push(each)
    }
  }
}

/** What an object consists of, or refers to and was not seen yet. */
function createDescent(objects: PdfObjects, seen: Set<number>) {
  return (object: PdfObject, skipped: string | undefined): readonly PdfObject[] => {
    if (object instanceof PdfArray) return object.toArray()
    if (object instanceof PdfDict)
      return [...object].flatMap(([key, value]) => (key.value === skipped ? [] : [value]))
    if (!(object instanceof PdfRef) || seen.has(object.objectNumber)) return []
    seen.add(object.objectNumber)
    const found = objects.of(object)
    return found ? [found] : []
  }
}

const tooMany = () =>
  new AppError(
    'bad_request',
    `The PDF has more than ${mostParts.toLocaleString('en')} parts. Send a simpler one.`,
  )
