// Finding words in what a preview has drawn, across elements, and marking them without touching the elements.

/** The places where the words are, ignoring case and how white space is divided; at most `most`. */
export function findRanges(root: Node, query: string, most = 5_000): Range[] {
  const wanted = normalised(query).trim()
  if (wanted === '') return []
  const { text, places } = textOf(root)
  const ranges: Range[] = []
  for (
    let at = text.indexOf(wanted);
    at !== -1 && ranges.length < most;
    at = text.indexOf(wanted, at + wanted.length)
  ) {
    const start = places[at]
    const end = places[at + wanted.length - 1]
    if (!start || !end) continue
    const range = document.createRange()
    range.setStart(start.node, start.offset)
    range.setEnd(end.node, end.offset + 1)
    ranges.push(range)
  }
  return ranges
}

interface Place {
  readonly node: Text
  readonly offset: number
}

// character by character, so that a place in the text is a place in an element
function textOf(root: Node): { readonly text: string; readonly places: readonly Place[] } {
  const parts: string[] = []
  const places: Place[] = []
  let block: Element | null | undefined
  let spaced = true
  const add = (character: string, place: Place) => {
    parts.push(character)
    places.push(place)
    spaced = character === ' '
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const around =
      node.parentElement?.closest('p, li, td, th, div, h1, h2, h3, h4, h5, h6, pre, section') ?? null
    if (around !== block && !spaced && node.data !== '') add(' ', { node, offset: 0 })
    block = around
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const character = normalised(node.data[offset] ?? '')
      if (character === ' ' && spaced) continue
      // letters that become two in lower case keep their place
      if (character.length === 1) add(character, { node, offset })
      else add(node.data[offset] ?? '', { node, offset })
    }
  }
  return { text: parts.join(''), places }
}

const normalised = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\s/g, ' ')

const names = { all: 'chancery-found', current: 'chancery-found-current' }

/** Marks the ranges, one of them as the current one; without the support of the browser nothing is marked. */
export function markRanges(ranges: readonly Range[], current: number): void {
  if (typeof Highlight === 'undefined') return
  CSS.highlights.set(names.all, new Highlight(...ranges))
  const one = ranges[current]
  const marked = new Highlight(...(one ? [one] : []))
  marked.priority = 1
  CSS.highlights.set(names.current, marked)
}

/** Removes every mark. */
export function unmarkRanges(): void {
  if (typeof Highlight === 'undefined') return
  for (const name of Object.values(names)) CSS.highlights.delete(name)
}

/** Scrolls the range into the middle of what scrolls around it. */
export function showRange(range: Range | undefined): void {
  const element = range?.startContainer.parentElement
  element?.scrollIntoView({ block: 'center', inline: 'nearest' })
}

/** The style of the marks, for a shadow root: sheets of the page do not reach into it. */
export const markStyles = `
::highlight(${names.all}) { background-color: rgb(255 214 90); color: #1b2220; }
::highlight(${names.current}) { background-color: rgb(255 150 40); color: #1b2220; }
`
