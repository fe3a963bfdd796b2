// Limits for Word documents with placeholders. They are checked in one pass before the template engine processes the
// document, because the engine's work grows faster than the document: with the nesting of its sections, and with
// unmatched braces.

/** The limits of one document, all its parts together. */
const docxLimits = {
  elements: 300_000,
  depth: 200,
  paragraphs: 50_000,
  placeholders: 5_000,
  sectionDepth: 10,
} as const

type Count = 'elements' | 'paragraphs' | 'placeholders'

/** Counts the content of the parts of one document; `add` returns the limit the document exceeds, or undefined. */
export function docxCounter(): { add(xml: string): string | undefined } {
  const counts: Record<Count, number> = { elements: 0, paragraphs: 0, placeholders: 0 }
  const count = (what: Count) => ++counts[what] > docxLimits[what]
  return {
    add(xml) {
      const readText = sectionReader(count)
      let depth = 0
      for (let at = xml.indexOf('<'); at >= 0; ) {
        const end = endOfTag(xml, at)
        const kind = kindOfTag(xml, at, end)
        if (kind === 'open' || kind === 'empty') {
          if (count('elements')) return tooMany('elements')
          if (isParagraph(xml, at) && count('paragraphs')) return tooMany('paragraphs')
        }
        if (kind === 'open' && ++depth > docxLimits.depth) return tooDeep('elements', docxLimits.depth)
        if (kind === 'close') depth--
        at = xml.indexOf('<', end)
        const wrong = readText(xml.slice(end, at < 0 ? xml.length : at))
        if (wrong !== undefined) return wrong
      }
      return undefined
    },
  }
}

const tooMany = (what: Count) => `has more than ${docxLimits[what]} ${what}`
const tooDeep = (what: string, most: number) => `has ${what} nested more than ${most} deep`

/** The position after the tag that starts at `at`; a > in a quoted value does not end it. */
function endOfTag(xml: string, at: number): number {
  if (xml.startsWith('<!--', at)) return after(xml, '-->', at)
  if (xml.startsWith('<![CDATA[', at)) return after(xml, ']]>', at)
  let quote = ''
  for (let place = at + 1; place < xml.length; place++) {
    const character = xml[place] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return place + 1
  }
  return xml.length
}

function after(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from)
  return at < 0 ? xml.length : at + end.length
}

function kindOfTag(xml: string, at: number, end: number): 'open' | 'close' | 'empty' | 'other' {
  const first = xml[at + 1]
  if (first === '/') return 'close'
  if (first === '!' || first === '?') return 'other'
  return xml[end - 2] === '/' ? 'empty' : 'open'
}

const isParagraph = (xml: string, at: number) => /^<\w{1,8}:p[\s/>]/.test(xml.slice(at, at + 12))

/**
 * Tracks braces through the texts of a part, where a placeholder may be split across many runs. Processes the next text
 * and returns the limit it exceeds.
 */
function sectionReader(count: (what: Count) => boolean): (text: string) => string | undefined {
  let depth = 0
  let name: string | undefined
  return (text) => {
    // most texts have no braces and continue no name
    if (name === undefined && !text.includes('{')) return undefined
    for (const character of text) {
      if (character === '{') {
        if (count('placeholders')) return tooMany('placeholders')
        name = ''
      } else if (name === undefined) continue
      else if (character === '}') {
        if (/^[#^]/.test(name)) depth++
        if (name.startsWith('/')) depth--
        if (depth > docxLimits.sectionDepth) return tooDeep('sections', docxLimits.sectionDepth)
        name = undefined
      } else if (name === '') name = character.trim()
    }
    return undefined
  }
}
