// The comments of a Word document: who wrote what and when, which of them are answers or settled, and where they stand.

/** A comment as it is shown along the document. */
export interface DocumentComment {
  readonly id: string
  readonly author: string
  /** As the document has it; empty if it says nothing. */
  readonly at: string
  readonly text: string
  /** It answers the comment before. */
  readonly isAnswer: boolean
  readonly isResolved: boolean
}

/** What is read of a document that docx-preview has opened with `keepOrigin`. */
export interface CommentParts {
  readonly commentsPart?: { readonly _xmlDocument?: XMLDocument }
  readonly commentsExtendedPart?: {
    readonly comments: readonly { paraId: string; paraIdParent?: string | null; done?: boolean }[]
  }
}

/** In the order of the document; answers follow what they answer. */
export function commentsOf({ commentsPart, commentsExtendedPart }: CommentParts): readonly DocumentComment[] {
  const extended = new Map(commentsExtendedPart?.comments.map((each) => [each.paraId, each]))
  const all = elementsOf(commentsPart?.['_xmlDocument'], 'comment').map((element) => {
    const paragraphs = elementsOf(element, 'p')
    const paragraphId = attributeOf(paragraphs.at(-1), 'paraId')
    const { paraIdParent, done = false } = extended.get(paragraphId) ?? {}
    return {
      paragraphId,
      parent: paraIdParent ?? '',
      id: attributeOf(element, 'id'),
      author: attributeOf(element, 'author') || attributeOf(element, 'initials'),
      at: attributeOf(element, 'date'),
      text: paragraphs.map(textOf).join('\n').trim(),
      isAnswer: (paraIdParent ?? '') !== '',
      isResolved: done,
    }
  })
  return all
    .filter(({ isAnswer }) => !isAnswer)
    .flatMap((first) => [
      first,
      ...all
        .filter(({ parent, isAnswer }) => isAnswer && parent === first.paragraphId)
        .map((answer) => ({ ...answer, isResolved: first.isResolved })),
    ])
}

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
