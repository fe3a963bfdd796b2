// Content without what belongs to hidden layers, and without the marks of those that are shown.
import { type Operation, operationsIn } from './content-operators.ts'

/** Which names of the resources of a content are hidden. */
export interface HiddenNames {
  /** Whether what is marked with this property list is hidden. */
  readonly mark: (name: string) => boolean
  /** Whether this picture or form is hidden. */
  readonly object: (name: string) => boolean
}

/** The content cannot be cut without moving what is shown. */
export class Inseparable extends Error {}

const paints: ReadonlySet<string> = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*'])
const shows: ReadonlySet<string> = new Set(['Tj', 'TJ'])
const places: ReadonlySet<string> = new Set(['BT', 'Td', 'TD', 'Tm', 'T*', "'"])

/** Throws Inseparable where a text that is shown follows one that is hidden on its line, and for hidden `"`. */
export function visibleContent(content: Uint8Array, hidden: HiddenNames): Uint8Array {
  const cut = new Cutter(hidden)
  const pieces: Uint8Array[] = []
  for (const operation of operationsIn(content)) {
    const left = cut.leave(operation)
    if (left === 'all') pieces.push(content.subarray(operation.from, operation.to))
    else if (left !== '') pieces.push(Buffer.from(left, 'latin1'))
    if (left !== '') pieces.push(lineEnd)
  }
  return Buffer.concat(pieces)
}

const lineEnd = Buffer.from('\n')

type Mark = 'hidden' | 'layer' | 'other'

class Cutter {
  readonly #hidden: HiddenNames
  /** Marks that are open. */
  readonly #marks: Mark[] = []
  #hiddenDepth = 0
  /** Whether a text was left out since a place was given. */
  #isMoved = false

  constructor(hidden: HiddenNames) {
    this.#hidden = hidden
  }

  /** What is left of an operation: `all`, another one, or nothing. */
  leave(operation: Operation): string {
    const { operator } = operation
    if (operator === 'BDC' || operator === 'BMC') return this.#open(operation)
    if (operator === 'EMC') return this.#close()
    if (this.#hiddenDepth > 0) return this.#leaveHidden(operator)
    if (places.has(operator)) this.#isMoved = false
    if ((shows.has(operator) || operator === '"') && this.#isMoved) throw new Inseparable()
    return operator === 'Do' && this.#hidden.object(operation.names[0] ?? '') ? '' : 'all'
  }

  #open({ operator, names: [tag, list = ''] }: Operation): string {
    const isLayer = operator === 'BDC' && tag === 'OC'
    const mark = isLayer ? (this.#hidden.mark(list) ? 'hidden' : 'layer') : 'other'
    this.#marks.push(mark)
    if (mark === 'hidden') this.#hiddenDepth++
    return mark === 'other' && this.#hiddenDepth === 0 ? 'all' : ''
  }

  #close(): string {
    const mark = this.#marks.pop()
    const wasHidden = this.#hiddenDepth > 0
    if (mark === 'hidden') this.#hiddenDepth--
    return mark === 'other' && !wasHidden ? 'all' : ''
  }

  /** What sets the state stays: it counts for what follows. */
  #leaveHidden(operator: string): string {
    if (places.has(operator)) this.#isMoved = false
    if (paints.has(operator)) return 'n'
    if (operator === 'Do' || operator === 'sh' || operator === 'BI') return ''
    if (operator === '"') throw new Inseparable()
    if (operator !== "'" && !shows.has(operator)) return 'all'
    this.#isMoved = true
    return operator === "'" ? 'T*' : ''
  }
}
