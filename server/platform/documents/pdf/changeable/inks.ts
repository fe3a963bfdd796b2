// Colours that printers print with inks of their own, and settings that only they follow: a screen shows neither.
import { PdfArray, type PdfDict, PdfName, PdfBool, type PdfObject } from '@libpdf/core'
import type { PdfObjects } from './pdf-objects.ts'

/** No printer has an ink of this name: it prints the colour that a screen shows. */
const nowhere = 'NoInk'
const overprints = ['OP', 'op'] as const
const transfers = ['TR', 'TR2', 'UCR', 'UCR2', 'BG', 'BG2', 'TransferFunction'] as const
/** As a transfer, those that change nothing. */
const unchanged: ReadonlySet<string> = new Set(['Identity', 'Default'])

/** The inks of a colour space, where that is one of inks. */
export function inksOf(objects: PdfObjects, space: PdfArray): readonly string[] {
  const [family, names, , transform] = space.toArray()
  const kind = objects.name(family)
  // a list of names that begins so is none
  if (transform === undefined) return []
  const inks = kind === 'Separation' ? [names] : kind === 'DeviceN' ? objects.items(names) : []
  return inks.flatMap((each) => objects.name(each) ?? []).filter((name) => !name.startsWith(nowhere))
}

/** Gives the inks of a colour space names that no printer knows. */
export function forgetInks(objects: PdfObjects, space: PdfArray): void {
  if (inksOf(objects, space).length === 0) return
  const named = (at: number): PdfObject => PdfName.of(`${nowhere}${at + 1}`)
  const isOne = objects.name(space.at(0)) === 'Separation'
  const names = objects.items(space.at(1))
  space.set(1, isOne ? named(0) : new PdfArray(names.map((_, at) => named(at))))
  // of what it consists, and how its inks mix
  while (space.length > 4) space.remove(4)
}

/** Whether a state of drawing has a setting that only printers follow. */
export function isForPress(objects: PdfObjects, dict: PdfDict): boolean {
  const isOn = (key: string): boolean => {
    const value = objects.of(dict.get(key))
    return value instanceof PdfBool && value.value
  }
  return overprints.some(isOn) || transfersIn(objects, dict).length > 0
}

/** Takes these settings out of a state of drawing. */
export function forgetPress(objects: PdfObjects, dict: PdfDict): void {
  if (!isForPress(objects, dict)) return
  for (const key of [...overprints, 'OPM', ...transfersIn(objects, dict)]) dict.delete(key)
}

/** The names of its transfers; a soft mask has one that screens follow. */
const transfersIn = (objects: PdfObjects, dict: PdfDict): readonly string[] =>
  dict.has('G') ? [] : transfers.filter((key) => isTransfer(objects, dict.get(key)))

function isTransfer(objects: PdfObjects, value: PdfObject | undefined): boolean {
  const each = objects.of(value)
  // one for each ink
  const parts = each instanceof PdfArray ? each.toArray() : [each]
  const isFunction = (part: PdfObject | undefined) => objects.dict(part)?.has('FunctionType') === true
  return (
    parts.some(isFunction) &&
    parts.every((part) => isFunction(part) || unchanged.has(objects.name(part) ?? ''))
  )
}
