// Places in templates where a clause goes. They are alone in a paragraph, and look like placeholders that are opened
// twice:
//
// {{clause:liability}}                the standard text
// {{clause:liability/Fixed amount}}   an alternative by its name
// {{clause:liability by cap}}         the alternative that the answer to a field names; without one the standard text
import { badInput, sentence } from '../errors.ts'
import { paragraphsIn, paragraphText } from './editing/paragraph-text.ts'
import { markLook, runOf, writtenLook } from './editing/tracked-parts.ts'
import { withoutChanges } from './editing/write-paragraphs.ts'
import {
  elementIn,
  elementsIn,
  isElement,
  newElement,
  prefixOf,
  readWordTree,
  refill,
  type WordElement,
  type WordTree,
  writeWordTree,
} from './markup/word-tree.ts'

/** A place, by the words of the document. */
export interface ClausePlace {
  readonly key: string
  readonly alternative: string | null
  /** The name of a field. */
  readonly by: string | null
}

// Word divides text wherever it likes
const gap = String.raw`(?:<[^<>]{0,2000}>)*`
const spaces = String.raw`(?:\s|<[^<>]{0,2000}>)*`
const anchor = new RegExp(
  `\\{${gap}\\{${spaces}${Array.from('clause').join(gap)}${spaces}:(?:<[^<>]{0,2000}>|[^<>{}]){1,400}\\}${gap}\\}`,
  'gi',
)

// of the private use area, which no font of ours draws
const hidden = { '{': '\uF0F3', '}': '\uF0F4' } as const
const written = /\uF0F3\uF0F3\s*clause\s*:([^\uF0F3\uF0F4]*)\uF0F4\uF0F4/giu

/** The markup with the braces of its places replaced by characters that are no braces. */
export const withClausesHidden = (markup: string): string =>
  markup.includes('{')
    ? markup.replaceAll(anchor, (found) =>
        // braces in tags are not those of the place
        found.replaceAll(/<[^<>]*>|[{}]/g, (part) => (part === '{' || part === '}' ? hidden[part] : part)),
      )
    : markup

const hasPlaces = (markup: string): boolean => markup.includes(hidden['{'])

interface Held {
  readonly paragraph: WordElement
  readonly places: readonly ClausePlace[]
}

/** The paragraphs of hidden markup that have places; `input` is refused where something else stands beside one. */
function placesIn({ root }: WordTree, input: string): readonly Held[] {
  return [...paragraphsIn(root)].flatMap((paragraph) => {
    const { text } = paragraphText(paragraph)
    if (!hasPlaces(text)) return []
    // sections of answers may stand around it: {#law=Norway}{{clause:law}}{/}
    const beside = text.replaceAll(written, '').replaceAll(/\{[#^/][^{}]*\}/g, '')
    if (beside.trim() !== '')
      throw badInput(
        input,
        sentence(`A clause stands alone in its paragraph, and not beside “${beside.trim().slice(0, 80)}”.`),
      )
    return [{ paragraph, places: [...text.matchAll(written)].map(([, words = '']) => placeOf(words, input)) }]
  })
}

function placeOf(words: string, input: string): ClausePlace {
  const found =
    /^\s*([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)\s*(?:\/(?<alternative>[^/]+)|\sby\s(?<by>.+))?$/iu.exec(
      words.trim(),
    )
  if (!found?.[1])
    throw badInput(
      input,
      sentence(
        `{{clause:${words.slice(0, 80)}}} is not understood: write {{clause:key}}, {{clause:key/alternative}} or {{clause:key by field}}.`,
      ),
    )
  const { alternative, by } = found.groups ?? {}
  return { key: found[1], alternative: alternative?.trim() ?? null, by: by?.trim() ?? null }
}

/** All places of hidden markup, in order. Throws bad_request for `input` where one is wrong. */
export const readClausePlaces = (markup: string, input: string): readonly ClausePlace[] =>
  hasPlaces(markup) ? placesIn(readWordTree(markup), input).flatMap(({ places }) => places) : []

/** Hidden markup with the paragraphs of clauses in their places; each looks like the paragraph of its place. */
export function putClauses(
  markup: string,
  { input, textOf }: { readonly input: string; readonly textOf: (place: ClausePlace) => readonly string[] },
): string {
  if (!hasPlaces(markup)) return markup
  const tree = readWordTree(markup)
  for (const { paragraph, places } of placesIn(tree, input)) putParagraphs(paragraph, places.flatMap(textOf))
  return writeWordTree(tree)
}

function putParagraphs(paragraph: WordElement, texts: readonly string[]): void {
  const properties = elementIn(paragraph, 'pPr')
  const look = lookOf(paragraph)
  const run = (text: string) => runOf(text, paragraph, look)
  const { parent } = paragraph
  for (const text of texts.slice(0, -1)) {
    const own = newElement('p', `<${prefixOf(paragraph)}p`)
    delete own.isShort
    refill(own, [...(properties ? [withoutChanges(properties)] : []), run(text)])
    own.parent = parent
    parent?.children.splice(parent.children.indexOf(paragraph), 0, own)
  }
  // the last one stays, with the end of a section that it may have
  refill(paragraph, [...(properties ? [properties] : []), run(texts.at(-1) ?? '')])
}

/** Of the run in which the place begins. */
function lookOf(paragraph: WordElement): string {
  const { runs } = paragraphText(paragraph)
  const first = runs.find(({ run }) => elementsIn(run).some(hasMark))
  const properties = first && elementIn(first.run, 'rPr')
  return properties ? writtenLook(properties) : markLook(paragraph)
}

const hasMark = ({ children }: WordElement): boolean =>
  children.some((node) => !isElement(node) && hasPlaces(node))
