// The comments of a Word document: who wrote what and when, which of them are answers or settled, and where they stand.

/** What somebody wrote beside a document. */
export interface WrittenComment {
  readonly author: string | null
  /** As the document has it; null if it says nothing. */
  readonly date: string | null
  readonly text: string
}

/** A comment with its answers. */
export interface CommentThread extends WrittenComment {
  /** Its place among all comments of the document, from 1: the server has the same. */
  readonly id: number
  readonly isResolved: boolean
  readonly answers: readonly (WrittenComment & { readonly id: number })[]
}

/** A thread, and what the marks in the text call it. */
export interface DocumentThread extends CommentThread {
  readonly mark: string
}

/** What is read of a document that docx-preview has opened with `keepOrigin`. */
export interface CommentParts {
  readonly commentsPart?: { readonly _xmlDocument?: XMLDocument }
  readonly commentsExtendedPart?: {
    readonly comments: readonly { paraId: string; paraIdParent?: string | null; done?: boolean }[]
  }
}

/** In the order of the document. */
export function threadsOf({ commentsPart, commentsExtendedPart }: CommentParts): readonly DocumentThread[] {
  const extended = new Map(commentsExtendedPart?.comments.map((each) => [each.paraId, each]))
  const all = elementsOf(commentsPart?.['_xmlDocument'], 'comment').map((element, at) => {
    const paragraphs = elementsOf(element, 'p')
    const paragraphId = attributeOf(paragraphs.at(-1), 'paraId')
    return {
      id: at + 1,
      paragraphId,
      mark: attributeOf(element, 'id'),
      author: attributeOf(element, 'author') || attributeOf(element, 'initials') || null,
      date: attributeOf(element, 'date') || null,
      text: paragraphs.map(textOf).join('\n').trim(),
      isResolved: extended.get(paragraphId)?.done ?? false,
    }
  })
  const known = new Set(all.map(({ paragraphId }) => paragraphId))
  const firstOf = (paragraphId: string): string => {
    let id = paragraphId
    for (let depth = 0; depth < deepest; depth++) {
      const parent = extended.get(id)?.paraIdParent ?? ''
      if (parent === '' || !known.has(parent)) return id
      id = parent
    }
    return paragraphId
  }
  const byThread = Map.groupBy(all, ({ paragraphId, id }) =>
    paragraphId === '' ? String(id) : firstOf(paragraphId),
  )
  return [...byThread].map(([first, comments]) => {
    const begins = comments.find(({ paragraphId }) => paragraphId === first) ?? comments[0]
    return { ...(begins as (typeof all)[number]), answers: comments.filter((each) => each !== begins) }
  })
}

const deepest = 20

const elementsOf = (within: Document | Element | undefined, name: string): readonly Element[] =>
  within === undefined ? [] : Array.from(within.getElementsByTagNameNS('*', name))

// attributes have the prefix of whichever namespace the program that wrote them used
const attributeOf = (element: Element | undefined, name: string): string =>
  Array.from(element?.attributes ?? []).find(({ localName }) => localName === name)?.value ?? ''

const textOf = (paragraph: Element): string =>
  Array.from(paragraph.getElementsByTagNameNS('*', '*'))
    .map(({ localName, textContent }) =>
      localName === 't' ? (textContent ?? '') : localName === 'tab' || localName === 'br' ? ' ' : '',
    )
    .join('')

/** What docx-preview writes into the comments of the markup where a comment begins, ends and is referred to. */
export const isPlaceOfComment = (text: string): boolean => placeOf(text) !== undefined

function placeOf(text: string) {
  const [, what, id = ''] = /^(start of |end of |)comment #(\S+)/.exec(text) ?? []
  return what === undefined ? undefined : { what: what.trim(), id }
}

/** The words that each comment is about, by its id. One without a range stands at its reference. */
export function rangesOfComments(root: Node): ReadonlyMap<string, Range> {
  const ranges = new Map<string, Range>()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const place = placeOf(node.textContent ?? '')
    if (place === undefined) continue
    const range = ranges.get(place.id) ?? document.createRange()
    if (place.what === 'start of') range.setStartAfter(node)
    else if (!ranges.has(place.id)) range.setStartBefore(node)
    if (place.what !== '' || range.collapsed) range.setEndBefore(node)
    ranges.set(place.id, range)
  }
  return ranges
}
