// Whether a form field shows the value that it has: a reader may draw the value anew, and show another one.
import { PdfArray, type PdfDict, type PdfObject, PdfStream, PdfString } from '@libpdf/core'
import { operationsIn } from './content-operators.ts'
import { inherited, type PdfObjects, textOf } from './pdf-objects.ts'
import type { PdfTrait } from './traits.ts'

const radio = 1 << 15
const pushButton = 1 << 16
const comboBox = 1 << 17
const longest = 100_000

/** The trait of the field of a widget, if it has one. */
export function fieldTrait(
  objects: PdfObjects,
  widget: PdfDict,
  appearance: PdfStream | undefined,
): readonly PdfTrait[] {
  const type = objects.name(inherited(objects, widget, 'FT'))
  const flags = objects.number(inherited(objects, widget, 'Ff')) ?? 0
  if (type === 'Btn') {
    if ((flags & pushButton) !== 0) return []
    if (!appearance && isOn(objects, widget, flags)) return ['Unvalued']
    return hasState(objects, widget) ? [] : ['Field']
  }
  if (type !== 'Tx' && type !== 'Ch') return []
  const value = valueOf(objects, widget)
  if (!appearance) return value === '' ? [] : ['Unvalued']
  const shown = shownBy(appearance)
  const isList = type === 'Ch' && (flags & comboBox) === 0
  return shown === value || (isList && shown.includes(value)) ? [] : ['Field']
}

/** Whether a reader shows a box as ticked, or a button of several as chosen. */
function isOn(objects: PdfObjects, widget: PdfDict, flags: number): boolean {
  // the value of a radio button is that of all its buttons
  const value = (flags & radio) === 0 ? inherited(objects, widget, 'V') : undefined
  return (objects.name(widget.get('AS')) ?? objects.name(value) ?? 'Off') !== 'Off'
}

/** Whether a box or a button of several is drawn in the state that it has. */
function hasState(objects: PdfObjects, widget: PdfDict): boolean {
  const state = objects.name(widget.get('AS')) ?? 'Off'
  const value = objects.name(inherited(objects, widget, 'V')) ?? 'Off'
  const drawn = objects.dict(objects.dict(widget.get('AP'))?.get('N'))
  const isOwn = value !== 'Off' && drawn?.has(value) === true
  return state === (isOwn ? value : 'Off')
}

/** The text of its value, without white space. */
function valueOf(objects: PdfObjects, widget: PdfDict): string {
  const value = objects.of(inherited(objects, widget, 'V'))
  const texts = (value instanceof PdfArray ? value.toArray() : [value]).map((each) => textIn(objects, each))
  const options = objects.items(inherited(objects, widget, 'Opt')).map((each) => {
    const [own, shown] = objects.items(each)
    return own === undefined ? undefined : { own: textIn(objects, own), shown: textIn(objects, shown) }
  })
  return squeezed(texts.map((text) => options.find((each) => each?.own === text)?.shown ?? text).join(''))
}

function textIn(objects: PdfObjects, object: PdfObject | undefined): string {
  const found = objects.of(object)
  if (found instanceof PdfString) return textOf(found.bytes)
  return found instanceof PdfStream ? textOf(decoded(found) ?? new Uint8Array()) : ''
}

/** What the appearance shows, as far as its letters are single bytes. */
function shownBy(appearance: PdfStream): string {
  const content = decoded(appearance)
  if (!content || content.length > longest) return 'more than is read'
  const strings = [...operationsIn(content)].flatMap(({ operator, strings: each }) =>
    ['Tj', 'TJ', "'", '"'].includes(operator) ? each : [],
  )
  return squeezed(strings.map((each) => new TextDecoder('windows-1252').decode(each)).join(''))
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, '')

function decoded(stream: PdfStream): Uint8Array | undefined {
  try {
    return stream.getDecodedData()
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof Error)) throw error
    if ('status' in error) throw error
    return undefined
  }
}
