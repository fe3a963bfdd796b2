// Accepts or rejects tracked changes in the trees of a document. What is undecided stays as it is.
import type { Mark, TrackedChange } from './tracked-change.ts'
import { endParagraphs } from './end-paragraphs.ts'
import {
  allIn,
  attributeOf,
  elementIn,
  elementsIn,
  isGone,
  newElement,
  prefixOf,
  refill,
  rename,
  type WordElement,
} from './word-tree.ts'

export const decisions = ['Accept', 'Reject'] as const
export type Decision = (typeof decisions)[number]

/** What is decided about a mark. */
export interface Decided extends Mark {
  readonly decision: Decision
}

/**
 * Carries out the decisions, by the place of a change in the list; `others` are the marks of no listed change, which
 * are decided if everything is. Returns the ids of comments whose words went with them.
 */
export function decideChanges(
  roots: readonly WordElement[],
  {
    changes,
    decisionOf,
    others,
  }: {
    readonly changes: readonly TrackedChange[]
    readonly decisionOf: (place: number) => Decision | undefined
    readonly others: readonly Decided[]
  },
): ReadonlySet<string> {
  const decided = changes.flatMap(({ marks }, place): Decided[] => {
    const decision = decisionOf(place)
    return decision === undefined ? [] : marks.map((mark) => ({ ...mark, decision }))
  })
  const all = [...decided, ...others]
  for (const mark of all) if (!isGone(mark.element)) carryOut(mark)
  for (const { element, form } of all) if (form === 'row' || form === 'cell') removeEmpty(element)
  const lost = lostComments(roots)
  endParagraphs(all.filter(({ form, element }) => form === 'paragraph' && !isGone(element)))
  return lost
}

/** Whether the content of a mark stays. */
const stays = ({ element: { name }, decision }: Decided): boolean =>
  (decision === 'Accept') === !(name === 'del' || name === 'moveFrom' || name === 'cellDel')

function carryOut(mark: Decided): void {
  const { element, form, decision } = mark
  switch (form) {
    case 'inline':
      return stays(mark) ? unwrap(element) : remove(element)
    case 'row':
    case 'cell':
      remove(element)
      if (!stays(mark)) remove(element.parent?.parent)
      return
    case 'properties':
      return decision === 'Accept' ? remove(element) : restore(element)
    case 'list':
      return stays(mark) ? remove(element) : remove(element.parent)
    case 'merged':
      return decideMerge(mark)
    case 'math':
      return decideMath(mark)
    case 'range':
      return remove(element)
    case 'paragraph':
      // once everything else is done: whether anything is left in the paragraph depends on it
      return
  }
}

function remove(element: WordElement | undefined): void {
  if (element) element.gone = 'whole'
}

/** Keeps what is in it; text that was deleted is text again. */
function unwrap(element: WordElement): void {
  element.gone = 'shell'
  if (isInDeletion(element.parent)) return
  for (const each of allIn(element)) {
    if (each.name !== 'delText' && each.name !== 'delInstrText') continue
    if (!isInDeletion(each.parent)) rename(each, each.name === 'delText' ? 't' : 'instrText')
  }
}

function isInDeletion(element: WordElement | undefined): boolean {
  for (let each = element; each; each = each.parent)
    if (each.name === 'del' && each.gone === undefined) return true
  return false
}

const paragraphMarks = new Set(['ins', 'del', 'moveFrom', 'moveTo'])
const cellMarks = new Set(['cellIns', 'cellDel', 'cellMerge'])
const references = new Set(['headerReference', 'footerReference'])

/** What the former properties do not have, because it is no property, stays beside them. */
const kept: ReadonlyMap<string, (child: WordElement) => boolean> = new Map([
  ['rPr', ({ name }) => paragraphMarks.has(name)],
  ['trPr', ({ name }) => paragraphMarks.has(name)],
  ['tcPr', ({ name }) => cellMarks.has(name)],
  ['sectPr', ({ name }) => references.has(name)],
  ['pPr', ({ name }) => name === 'rPr' || name === 'sectPr'],
])
const keptFirst = new Set(['rPr', 'sectPr'])

/** Puts the former properties back. */
function restore(change: WordElement): void {
  const now = change.parent
  const former = elementsIn(change)[0]
  remove(change)
  // of a number there is only what it looked like
  if (!now || change.name === 'numberingChange') return
  const own = elementsIn(now).filter((child) => child !== change && kept.get(now.name)?.(child))
  const before = former ? elementsIn(former) : []
  refill(now, keptFirst.has(now.name) ? [...own, ...before] : [...before, ...own])
}

/** Cells merged one below the other: the mark says how it is, and how it was. */
function decideMerge({ element, decision }: Decided): void {
  const properties = element.parent
  remove(element)
  if (!properties) return
  const value = attributeOf(element, decision === 'Accept' ? 'vMerge' : 'vMergeOrig')
  remove(elementIn(properties, 'vMerge'))
  if (value === undefined) return
  const prefix = prefixOf(element)
  const written = `<${prefix}vMerge ${prefix}val="${value === 'rest' ? 'restart' : 'continue'}"`
  const merge = newElement('vMerge', written)
  const first = elementsIn(properties)
  const at = first.findIndex(({ name }) => !beforeMerge.has(name))
  refill(properties, at < 0 ? [...first, merge] : [...first.slice(0, at), merge, ...first.slice(at)])
}

const beforeMerge = new Set(['cnfStyle', 'tcW', 'gridSpan', 'hMerge'])

/** A formula, or a run of one. */
function decideMath(mark: Decided): void {
  const { element } = mark
  remove(element)
  if (stays(mark)) return
  const properties = element.parent
  const holder = properties?.name === 'm:ctrlPr' ? properties.parent?.parent : properties?.parent
  remove(holder)
}

function lostComments(roots: readonly WordElement[]): ReadonlySet<string> {
  const [lost, there] = [new Set<string>(), new Set<string>()]
  const visit = (element: WordElement, isLost: boolean) => {
    if (element.name === 'commentReference') (isLost ? lost : there).add(attributeOf(element, 'id') ?? '')
    for (const child of element.children)
      if (typeof child !== 'string') visit(child, isLost || child.gone === 'whole')
  }
  for (const root of roots) visit(root, false)
  return new Set([...lost].filter((id) => !there.has(id)))
}

/** A row without cells is no row, and a table without rows no table. */
function removeEmpty(mark: WordElement): void {
  for (let each = mark.parent?.parent; each; each = each.parent) {
    const holds = each.name === 'tr' ? 'tc' : each.name === 'tbl' ? 'tr' : undefined
    if (
      holds !== undefined &&
      !elementsIn(each).some(({ name }) => [holds, 'sdt', 'customXml'].includes(name))
    )
      remove(each)
    if (each.name === 'tbl') return
  }
}
