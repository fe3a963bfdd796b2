// What a screen and a printer draw of an annotation, and what of it can change.
import { PdfDict, type PdfObject, PdfStream } from '@libpdf/core'
import { fieldTrait } from './form-fields.ts'
import { inherited, type PdfObjects } from './pdf-objects.ts'
import type { PdfTrait } from './traits.ts'

const flag = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const

/** Of the text of a page, or beside it; what they say opens beside the page. */
const comments: ReadonlySet<string> = new Set(['Highlight', 'Underline', 'Squiggly', 'StrikeOut', 'Caret'])
const media: ReadonlySet<string> = new Set(['Movie', 'Screen', 'Sound', 'RichMedia', '3D'])
const drawnByReaders: ReadonlySet<string> = new Set([
  ...comments,
  'Square',
  'Circle',
  'Line',
  'PolyLine',
  'Polygon',
  'Ink',
  'FreeText',
  'Stamp',
  'Watermark',
  'Redact',
])
const widestBorder = 2

/** What sort of annotation it is, such as `Widget`; empty where it does not say. */
export const subtypeOf = ({ name }: PdfObjects, annotation: PdfDict): string =>
  name(annotation.get('Subtype')) ?? ''

/** What is drawn of it: in its state, where it has several. */
export function appearanceOf(objects: PdfObjects, annotation: PdfDict): PdfStream | undefined {
  const normal = objects.of(objects.dict(annotation.get('AP'))?.get('N'))
  if (normal instanceof PdfStream) return normal
  if (!(normal instanceof PdfDict)) return undefined
  const state = objects.name(annotation.get('AS'))
  return state === undefined ? undefined : objects.stream(normal.get(state))
}

/** Whether a screen and a printer draw it, as the page viewer of the web app does. */
export function sightOf(objects: PdfObjects, annotation: PdfDict) {
  const flags = objects.number(annotation.get('F')) ?? 0
  const isGone = (flags & (flag.hidden | flag.invisible)) !== 0
  return {
    shown: !isGone && (flags & flag.noView) === 0,
    printed: !isGone && (flags & flag.print) !== 0,
    toggles: (flags & flag.toggleNoView) !== 0,
  }
}

/** The traits of an annotation; what it does when it is clicked is not among them. */
export function annotationTraits(objects: PdfObjects, annotation: PdfDict): readonly PdfTrait[] {
  const subtype = subtypeOf(objects, annotation)
  if (subtype === 'Popup') return []
  if (subtype === 'Text') return [sightOf(objects, annotation).shown ? 'Icon' : 'Comment']
  const appearance = drawnLook(objects, annotation, subtype)
  const isComment =
    comments.has(subtype) &&
    ['Contents', 'RC', 'Popup', 'IRT'].some((key) => saysSomething(objects, annotation.get(key)))
  return [
    ...(isComment ? (['Comment'] as const) : []),
    ...(media.has(subtype) ? (['Media'] as const) : []),
    ...(subtype === 'Widget' ? fieldTrait(objects, annotation, appearance) : []),
    ...(appearance ? sightTraits(objects, annotation, subtype) : undrawnTraits(objects, annotation, subtype)),
  ]
}

/** Its look, unless readers draw their own in its place, since it has no size. */
function drawnLook(objects: PdfObjects, annotation: PdfDict, subtype: string): PdfStream | undefined {
  const appearance = appearanceOf(objects, annotation)
  if (!drawnByReaders.has(subtype)) return appearance
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = objects.numbers(appearance?.get('BBox'))
  return x1 === x2 || y1 === y2 ? undefined : appearance
}

const saysSomething = (objects: PdfObjects, object: PdfObject | undefined): boolean =>
  object !== undefined && objects.bytes(object)?.length !== 0

function sightTraits(objects: PdfObjects, annotation: PdfDict, subtype: string): readonly PdfTrait[] {
  const { shown, printed, toggles } = sightOf(objects, annotation)
  const isMoved = subtype === 'Watermark' && annotation.has('FixedPrint')
  const isTouched = objects.dict(annotation.get('AP'))?.has('R') === true
  return [
    ...(isMoved || (printed && !shown) ? (['Printed'] as const) : []),
    ...(shown && !printed ? (['Shown'] as const) : []),
    ...(!shown && !printed ? (['Hidden'] as const) : []),
    ...(toggles || isTouched ? (['Switch'] as const) : []),
  ]
}

function undrawnTraits(objects: PdfObjects, annotation: PdfDict, subtype: string): readonly PdfTrait[] {
  const { shown, printed } = sightOf(objects, annotation)
  if (!shown && !printed) return []
  if (subtype === 'Link') return borderOf(objects, annotation) > widestBorder && !printed ? ['Undrawn'] : []
  if (!drawnByReaders.has(subtype) && !isDrawnField(objects, annotation, subtype)) return []
  return [shown ? 'Undrawn' : 'Printed']
}

/** Whether readers draw a field that has no look: with what it says of its colours, or of the face of a button. */
function isDrawnField(objects: PdfObjects, annotation: PdfDict, subtype: string): boolean {
  const looks = subtype === 'Widget' ? objects.dict(annotation.get('MK')) : undefined
  return (
    ['BG', 'BC'].some((key) => objects.numbers(looks?.get(key)).length > 0) ||
    ['CA', 'I'].some((key) => looks !== undefined && saysSomething(objects, looks.get(key)))
  )
}

/** How wide the line around a link is, which only screens draw. */
function borderOf(objects: PdfObjects, annotation: PdfDict): number {
  const style = objects.number(objects.dict(annotation.get('BS'))?.get('W'))
  return style ?? objects.numbers(annotation.get('Border'))[2] ?? 1
}

/** Whether a field is a signature that somebody has made. */
export const isSignature = (objects: PdfObjects, field: PdfDict): boolean =>
  objects.name(inherited(objects, field, 'FT')) === 'Sig' && objects.dict(field.get('V')) !== undefined
