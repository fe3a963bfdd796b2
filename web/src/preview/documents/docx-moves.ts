// Text that was moved with Track Changes on. docx-preview leaves both places of a move out: they are drawn as what was
// removed and what was added.

/** What is used of the library's part, opened with `keepOrigin`. */
export interface MovedPart {
  readonly _xmlDocument?: XMLDocument
  parseXml(root: Element): void
}

const drawnAs: ReadonlyMap<string, string> = new Map([
  ['moveFrom', 'del'],
  ['moveTo', 'ins'],
])

/** Has the part read again with its moves as deletions and insertions, if it has any. */
export function drawMoves(part: MovedPart): void {
  const origin = part['_xmlDocument']
  if (!origin) return
  const moved = [...drawnAs.keys()].flatMap((name) => Array.from(origin.getElementsByTagNameNS('*', name)))
  for (const element of moved) {
    const { localName, namespaceURI, prefix } = element
    const name = drawnAs.get(localName) ?? localName
    const drawn = origin.createElementNS(namespaceURI, prefix === null ? name : `${prefix}:${name}`)
    for (const { namespaceURI: namespace, name: attribute, value } of Array.from(element.attributes))
      drawn.setAttributeNS(namespace, attribute, value)
    drawn.append(...Array.from(element.childNodes))
    element.replaceWith(drawn)
  }
  const root = origin.firstElementChild
  if (moved.length > 0 && root) part.parseXml(root)
}
