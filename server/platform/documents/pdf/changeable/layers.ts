// Optional content: which layers of a PDF a screen and a printer show. As the page viewer of the web app does it.
import { PdfArray, type PDF, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { objectsOf, type PdfObjects } from './pdf-objects.ts'

export interface Layers {
  /** Whether the document has any. */
  readonly exist: boolean
  /** How many can look different: hidden, different in print, or by zoom, language or person. */
  readonly changing: number
  /** Whether a screen shows what belongs to this group, or combination of groups. */
  readonly isShown: (group: PdfObject | undefined) => boolean
}

interface State {
  readonly shown: boolean
  readonly printed: boolean
  readonly varies: boolean
}

const deepestExpression = 20

/** The layers of a document. */
export function layersOf(pdf: PDF): Layers {
  const objects = objectsOf(pdf)
  const properties = objects.dict(pdf.context.catalog.getDict().get('OCProperties'))
  const states = statesOf(objects, properties)
  const changing = [...states.values()].filter(
    ({ shown, printed, varies }) => !shown || shown !== printed || varies,
  ).length
  return { exist: states.size > 0, changing, isShown: (group) => isShown(objects, states, group) }
}

const keyOf = ({ objectNumber, generation }: PdfRef) => `${objectNumber} ${generation}`

const keysOf = (objects: PdfObjects, object: PdfObject | undefined): readonly string[] =>
  objects.items(object).flatMap((each) => (each instanceof PdfRef ? [keyOf(each)] : []))

function statesOf(objects: PdfObjects, properties: PdfDict | undefined): ReadonlyMap<string, State> {
  const states = new Map<string, State>()
  if (!properties) return states
  const usual = objects.dict(properties.get('D'))
  const isOff = objects.name(usual?.get('BaseState')) === 'OFF'
  const [on, off] = ['ON', 'OFF'].map((key) => new Set(keysOf(objects, usual?.get(key))))
  for (const ref of objects.items(properties.get('OCGs'))) {
    if (!(ref instanceof PdfRef)) continue
    const key = keyOf(ref)
    const usage = objects.dict(objects.dict(ref)?.get('Usage'))
    const says = (event: string, state: string) => objects.name(objects.dict(usage?.get(event))?.get(state))
    const isOn = off?.has(key) ? false : !isOff || on?.has(key) === true
    states.set(key, {
      shown: isOn && says('View', 'ViewState') !== 'OFF',
      printed: isOn && says('Print', 'PrintState') !== 'OFF',
      varies: ['Zoom', 'Language', 'User'].some((each) => usage?.has(each)),
    })
  }
  return states
}

type States = ReadonlyMap<string, State>

function isShown(objects: PdfObjects, states: States, group: PdfObject | undefined): boolean {
  if (group instanceof PdfRef && states.has(keyOf(group))) return states.get(keyOf(group))?.shown === true
  const combination = objects.dict(group)
  if (!combination || objects.name(combination.get('Type')) !== 'OCMD') return true
  const expression = objects.of(combination.get('VE'))
  if (expression instanceof PdfArray) return holds(objects, states, expression)
  const one = combination.get('OCGs')
  const isOne = one instanceof PdfRef && objects.of(one) instanceof PdfDict
  const members = isOne ? [keyOf(one)] : keysOf(objects, one)
  const policy = objects.name(combination.get('P')) ?? 'AnyOn'
  const shown = (key: string) => states.get(key)?.shown ?? true
  // of no group at all it says nothing
  if (members.length === 0) return true
  if (policy === 'AllOn') return members.every(shown)
  if (policy === 'AnyOff') return !members.every(shown)
  if (policy === 'AllOff') return !members.some(shown)
  return members.some(shown)
}

function holds(objects: PdfObjects, states: States, expression: PdfArray, depth = 0): boolean {
  const [operator, ...operands] = expression.toArray()
  const value = (operand: PdfObject): boolean => {
    const nested = objects.of(operand)
    if (nested instanceof PdfArray)
      return depth > deepestExpression || holds(objects, states, nested, depth + 1)
    return isShown(objects, states, operand)
  }
  const name = objects.name(operator)
  if (name === 'Not') return operands[0] === undefined || !value(operands[0])
  if (name === 'Or') return operands.some(value)
  return operands.every(value)
}
