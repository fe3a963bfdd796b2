// The outline of a Word document: its headings, or what stands for them in a document that declares none, as many
// contracts do.

export interface Paragraph {
  readonly text: string
  /** 0 is the highest; undefined for a paragraph that is not declared as a heading. */
  readonly level: number | undefined
  readonly isBold: boolean
}

/** A line of an outline, and which paragraph it is. */
export interface Heading {
  readonly text: string
  readonly level: number
  readonly index: number
}

const LONGEST = 90
const number = String.raw`(?:(?:article|section|schedule|annex|appendix|exhibit|part)\s+[\dIVXLA-Z]+|\d{1,3}(?:\.\d{1,3})*|[A-Z](?=[.)]))[.):]?`
const numbered = new RegExp(String.raw`^${number}\s+\S`, 'i')
/** "5. Term and Termination. This agreement …" */
const leading = new RegExp(String.raw`^(${number}\s+[^.\n]{2,70})\.\s+\S`)

/**
 * Declared headings; or else short lines that are numbered, bold or in capitals; or else the titles that begin clauses.
 */
export function headingsOf(paragraphs: readonly Paragraph[]): readonly Heading[] {
  const all = paragraphs.map(({ text, level, isBold }, index) => ({
    text: text.replaceAll(/\s+/g, ' ').trim(),
    level,
    isBold,
    index,
  }))
  const declared = all.flatMap(({ text, level, index }) =>
    level === undefined || text === '' ? [] : [{ text, level, index }],
  )
  if (declared.length > 0) return declared
  const short = all.filter(
    ({ text, isBold }) =>
      text.length > 1 &&
      text.length <= LONGEST &&
      !/[.;:,]$/.test(text) &&
      (isBold || numbered.test(text) || isCapitals(text)),
  )
  if (short.length > 2) return short.map(({ text, index }) => ({ text, level: 0, index }))
  const titles = all.flatMap(({ text, index }) => {
    const title = leading.exec(text)?.[1]
    return title === undefined ? [] : [{ text: title, level: 0, index }]
  })
  return titles.length > 2 ? titles : []
}

const isCapitals = (text: string): boolean => /\p{Lu}{4}/u.test(text) && text === text.toUpperCase()

/** The styles and paragraphs of a document, as docx-preview parses them. */
export interface ParsedParagraph {
  readonly type: string
  readonly styleName?: string
  readonly outlineLevel?: number
  readonly children?: readonly ParsedParagraph[]
  className?: string
}
export interface ParsedStyle {
  readonly id: string
  readonly name?: string
  readonly basedOn?: string
  readonly paragraphProps?: { readonly outlineLevel?: number }
}

const paragraphClass = 'docx-paragraph-'

/**
 * Numbers the paragraphs of the body, those in tables included, from 0, as the server does for tracked changes; to be
 * called before the document is drawn.
 */
export function numberParagraphs(body: ParsedParagraph): void {
  let next = 0
  const visit = (element: ParsedParagraph) => {
    if (element.type === 'paragraph') {
      element.className = `${element.className ?? ''} ${paragraphClass}${next}`
      next += 1
    } else element.children?.forEach(visit)
  }
  visit(body)
}

/** The paragraph of this number as it is drawn; a page break divides it into several. */
export const paragraphAt = (root: ParentNode, number: number): Element | null =>
  root.querySelector(`.${paragraphClass}${number}`)

const levelClass = 'docx-outline-'

/** Marks each heading for `levelOf`; to be called before the document is drawn. */
export function markHeadings(body: ParsedParagraph, styles: readonly ParsedStyle[]): void {
  const byId = new Map(styles.map((style) => [style.id, style]))
  const levelOfStyle = (id: string | undefined, depth = 0): number | undefined => {
    const style = id === undefined || depth > 10 ? undefined : byId.get(id)
    if (style === undefined) return undefined
    const [, named] = /^heading (\d)$/i.exec(style.name ?? '') ?? []
    const own = style.paragraphProps?.outlineLevel ?? (named === undefined ? undefined : Number(named) - 1)
    return own ?? levelOfStyle(style.basedOn, depth + 1)
  }
  const visit = (element: ParsedParagraph) => {
    if (element.type === 'paragraph') {
      const level = element.outlineLevel ?? levelOfStyle(element.styleName)
      // 9 is Word's level of plain text
      if (level !== undefined && level < 9)
        element.className = `${element.className ?? ''} ${levelClass}${level}`
    } else element.children?.forEach(visit)
  }
  visit(body)
}

/** The paragraphs that are drawn, for `headingsOf`. */
export function paragraphsIn(root: ParentNode): readonly { element: HTMLElement; paragraph: Paragraph }[] {
  // what repeats on every page, and the document's own list of contents, is no part of the outline
  const elements = Array.from(root.querySelectorAll<HTMLElement>('article p:not([class*="docx_toc" i])'))
  return elements.map((element) => {
    const text = element.textContent ?? ''
    const [, level] = new RegExp(`${levelClass}(\\d)`).exec(element.className) ?? []
    return {
      element,
      paragraph: {
        text,
        level: level === undefined ? undefined : Number(level),
        isBold: text.length <= LONGEST && text.trim() !== '' && isBold(element),
      },
    }
  })
}

const isBold = (element: HTMLElement): boolean =>
  Array.from(element.querySelectorAll('span'))
    .filter(({ textContent, childElementCount }) => childElementCount === 0 && textContent?.trim() !== '')
    .every((span) => Number(getComputedStyle(span).fontWeight) >= 600) &&
  element.querySelector('span') !== null
