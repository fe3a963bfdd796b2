// Reading the objects of a PDF that came from somebody: what is missing, damaged or of another type is undefined.
import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { AppError } from '../../../errors.ts'

/** Finds objects of one document. */
export interface PdfObjects {
  /** What the object is or refers to. */
  readonly of: (object: PdfObject | undefined) => PdfObject | undefined
  readonly dict: (object: PdfObject | undefined) => PdfDict | undefined
  readonly stream: (object: PdfObject | undefined) => PdfStream | undefined
  readonly items: (object: PdfObject | undefined) => readonly PdfObject[]
  readonly name: (object: PdfObject | undefined) => string | undefined
  readonly number: (object: PdfObject | undefined) => number | undefined
  readonly numbers: (object: PdfObject | undefined) => readonly number[]
  readonly bytes: (object: PdfObject | undefined) => Uint8Array | undefined
}

const mostReferences = 20

/** How the objects of a document are found. */
export function objectsOf(pdf: PDF): PdfObjects {
  const { registry } = pdf.context
  const of = (object: PdfObject | undefined): PdfObject | undefined => {
    let found = object
    // an object that refers to itself is nothing
    for (let step = 0; found instanceof PdfRef; step++)
      found = step < mostReferences ? resolved(found) : undefined
    return found
  }
  const resolved = (ref: PdfRef): PdfObject | undefined => {
    try {
      return registry.resolve(ref) ?? undefined
    } catch (error) {
      if (error instanceof RangeError || error instanceof AppError) throw error
      return undefined
    }
  }
  const found = <Kind>(
    object: PdfObject | undefined,
    is: (each: unknown) => each is Kind,
  ): Kind | undefined => {
    const each = of(object)
    return is(each) ? each : undefined
  }
  const items = (object: PdfObject | undefined): readonly PdfObject[] =>
    found(object, (each) => each instanceof PdfArray)?.toArray() ?? []
  const number = (object: PdfObject | undefined) => found(object, (each) => each instanceof PdfNumber)?.value
  return {
    of,
    dict: (object) => found(object, (each) => each instanceof PdfDict),
    stream: (object) => found(object, (each) => each instanceof PdfStream),
    items,
    name: (object) => found(object, (each) => each instanceof PdfName)?.value,
    number,
    numbers: (object) => items(object).map((each) => number(each) ?? 0),
    bytes: (object) => found(object, (each) => each instanceof PdfString)?.bytes,
  }
}

/** A property of a dictionary, or of the nearest one above it: of a field or a page. */
export function inherited(
  { dict }: Pick<PdfObjects, 'dict'>,
  from: PdfDict,
  key: string,
): PdfObject | undefined {
  let at: PdfDict | undefined = from
  for (let level = 0; at && level < mostLevels; level++) {
    const value = at.get(key)
    if (value !== undefined) return value
    at = dict(at.get('Parent'))
  }
  return undefined
}

const mostLevels = 100

/** The text of a string object: UTF-16, UTF-8 or Latin-1. */
export function textOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes)
  return new TextDecoder('windows-1252').decode(bytes)
}
