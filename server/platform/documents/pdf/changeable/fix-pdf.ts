// Makes a PDF fixed: what a screen shows becomes a part of the pages, and everything that can change is removed. Runs
// in a document worker.
import { type PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, type PDFPage, PdfStream } from '@libpdf/core'
import { conflict } from '../../../errors.ts'
import { appearanceOf, isSignature, sightOf, subtypeOf } from './annotations.ts'
import { areaSettings, dictionariesOf, partsOf } from './find-traits.ts'
import { forgetInks, forgetPress } from './inks.ts'
import { type Layers, layersOf } from './layers.ts'
import { closedContent, contentOf, drawAppearances, setContent } from './page-content.ts'
import { inherited, objectsOf, type PdfObjects } from './pdf-objects.ts'
import { type HiddenNames, Inseparable, visibleContent } from './visible-content.ts'

/** Of the catalogue: everything else can go without any page looking different. */
const keptOfCatalog: ReadonlySet<string> = new Set([
  'Type',
  'Version',
  'Extensions',
  'Pages',
  'PageLabels',
  'Names',
  'Dests',
  'ViewerPreferences',
  'PageLayout',
  'PageMode',
  'Outlines',
  'OpenAction',
  'StructTreeRoot',
  'MarkInfo',
  'Lang',
  'Metadata',
  'OutputIntents',
])
const removedFromPages = [
  'AA',
  'AF',
  'Trans',
  'Dur',
  'PresSteps',
  'B',
  'Thumb',
  'PieceInfo',
  'TemplateInstantiated',
]
const removedEverywhere = ['AA', 'AF', 'Alternates', 'OPI']
/** Those that are not drawn: what they say is beside the page, or somewhere else. */
const undrawn: ReadonlySet<string> = new Set(['Popup', 'Text', 'FileAttachment'])
const harmless: ReadonlySet<string> = new Set(['GoTo', 'URI'])
const layerTypes: ReadonlySet<string> = new Set(['OCG', 'OCMD'])

/** Throws conflict for a document that is signed already, and for layers that cannot be taken apart. */
export function fixPdf(pdf: PDF): void {
  const objects = objectsOf(pdf)
  const layers = layersOf(pdf)
  for (const [dict] of dictionariesOf(pdf, objects))
    if (dict.has('V') && isSignature(objects, dict)) throw signedAlready()
  const left = new Set<PdfDict>()
  for (const page of pdf.getPages())
    for (const each of fixPage(pdf, page, { objects, layers })) left.add(each)
  // after all pages: one may be on several
  for (const annotation of left) empty(annotation)
  for (const [part] of partsOf(pdf, objects)) {
    if (part instanceof PdfArray) {
      forgetInks(objects, part)
      continue
    }
    if (layers.exist) showLayers(objects, layers, part)
    forgetPress(objects, part)
    for (const key of removedEverywhere) part.delete(key)
  }
  fixCatalog(pdf, objects)
}

interface Parts {
  readonly objects: PdfObjects
  readonly layers: Layers
}

/** Returns the annotations that are not on the page any more. */
function fixPage(pdf: PDF, page: PDFPage, { objects, layers }: Parts): readonly PdfDict[] {
  const { dict } = page
  const annotations = objects.items(dict.get('Annots')).flatMap((ref) => {
    const annotation = objects.dict(ref)
    return annotation ? [{ ref, annotation }] : []
  })
  const shownOnes = annotations.filter(
    ({ annotation }) => sightOf(objects, annotation).shown && layers.isShown(annotation.get('OC')),
  )
  const links = shownOnes.filter(
    ({ annotation }) => subtypeOf(objects, annotation) === 'Link' && isHarmless(objects, annotation),
  )
  const drawn = shownOnes.map(({ annotation }) => annotation).filter((each) => isDrawn(objects, each))
  const content = contentOf(objects, page)
  const shown = layers.exist
    ? visible(content, namesOf(objects, layers, inherited(objects, dict, 'Resources')))
    : content
  if (drawn.length > 0)
    setContent(
      pdf,
      page,
      Buffer.concat([
        closedContent(shown),
        Buffer.from(drawAppearances(pdf, objects, { page, annotations: drawn })),
      ]),
    )
  else if (layers.exist) setContent(pdf, page, shown)
  for (const key of removedFromPages) dict.delete(key)
  for (const { annotation } of links) plainLink(objects, annotation)
  if (links.length > 0) dict.set('Annots', new PdfArray(links.map(({ ref }) => ref)))
  else dict.delete('Annots')
  return annotations.filter((each) => !links.includes(each)).map(({ annotation }) => annotation)
}

const isDrawn = (objects: PdfObjects, annotation: PdfDict): boolean =>
  !undrawn.has(subtypeOf(objects, annotation)) && appearanceOf(objects, annotation) !== undefined

/** Whatever else refers to it, such as the structure of the document, refers to nothing. */
function empty(annotation: PdfDict): void {
  for (const key of annotation.keys()) annotation.delete(key)
}

/** Whether a link leads to another page, or to an address. */
function isHarmless(objects: PdfObjects, link: PdfDict): boolean {
  const action = objects.dict(link.get('A'))
  if (!action) return link.has('Dest')
  return harmless.has(objects.name(action.get('S')) ?? '') && !action.has('Next')
}

function plainLink(objects: PdfObjects, link: PdfDict): void {
  const isDrawnAlready = isDrawn(objects, link)
  for (const key of ['AP', 'AS', 'AA', 'PA', 'OC', 'Popup']) link.delete(key)
  // without the look that stood in its place, its border would appear
  if (!isDrawnAlready) return
  link.delete('BS')
  link.set('Border', new PdfArray([0, 0, 0].map((each) => PdfNumber.of(each))))
}

/** Takes what is hidden out of a form or a pattern, and the marks of layers off it. */
function showLayers(objects: PdfObjects, layers: Layers, dict: PdfDict): void {
  const resources = objects.dict(dict.get('Resources'))
  if (objects.name(dict.get('Subtype')) === 'Type3' && resources?.has('Properties')) throw inseparable()
  if (!(dict instanceof PdfStream)) return
  const isContent =
    objects.name(dict.get('Subtype')) === 'Form' || objects.number(dict.get('PatternType')) === 1
  if (isContent) {
    const content = visible(dict.getDecodedData(), namesOf(objects, layers, resources))
    for (const key of ['Filter', 'DecodeParms']) dict.delete(key)
    dict.setData(content)
  }
}

function namesOf(objects: PdfObjects, layers: Layers, of: PdfObject | undefined): HiddenNames {
  const resources = objects.dict(of)
  const [lists, pictures] = ['Properties', 'XObject'].map((key) => objects.dict(resources?.get(key)))
  return {
    mark(name) {
      const group = lists?.get(name)
      // of the page that shows the form, perhaps: of which it is not known here
      if (group === undefined) throw new Inseparable()
      return !layers.isShown(group)
    },
    object: (name) => !layers.isShown(objects.stream(pictures?.get(name))?.get('OC')),
  }
}

function visible(content: Uint8Array, hidden: HiddenNames): Uint8Array {
  try {
    return visibleContent(content, hidden)
  } catch (error) {
    throw error instanceof Inseparable ? inseparable() : error
  }
}

function fixCatalog(pdf: PDF, objects: PdfObjects): void {
  const catalog = pdf.context.catalog.getDict()
  for (const { value: key } of catalog.keys()) if (!keptOfCatalog.has(key)) catalog.delete(key)
  const names = objects.dict(catalog.get('Names'))
  if (names) for (const { value: key } of names.keys()) if (key !== 'Dests') names.delete(key)
  const preferences = objects.dict(catalog.get('ViewerPreferences'))
  for (const key of areaSettings) preferences?.delete(key)
  const mode = objects.name(catalog.get('PageMode'))
  if (mode === 'UseOC' || mode === 'UseAttachments' || mode === 'FullScreen') catalog.delete('PageMode')
  const opening = objects.of(catalog.get('OpenAction'))
  const goes = opening instanceof PdfDict && objects.name(opening.get('S')) === 'GoTo' && !opening.has('Next')
  if (!(opening instanceof PdfArray) && !goes) catalog.delete('OpenAction')
  for (const [dict] of dictionariesOf(pdf, objects)) {
    if (dict instanceof PdfStream) dict.delete('OC')
    const lists = objects.dict(dict.get('Properties'))
    for (const { value: key } of lists?.keys() ?? [])
      if (layerTypes.has(objects.name(objects.dict(lists?.get(key))?.get('Type')) ?? '')) lists?.delete(key)
    // a bookmark
    const action = objects.dict(dict.get('A'))
    if (action && dict.has('Title') && !isHarmless(objects, dict)) dict.delete('A')
  }
}

const signedAlready = () =>
  conflict(
    'The PDF has been signed digitally already. A fixed copy would break that signature: ask for a PDF that can be signed as it is.',
  )

const inseparable = () =>
  conflict(
    'The PDF cannot be made fixed: what its layers show and hide cannot be told apart. Ask for one without layers, or print it into a new PDF, and upload that.',
  )
