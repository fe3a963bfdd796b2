// Finds the passage of a Word document that is about the same as some given texts: by its heading, and by the words
// that both have. No model: words that are rare in the document weigh more. Runs in a document worker.
import { documentTask } from '../../workers/document-task.ts'
import { readEditable, type EditableParagraph } from '../editing/edit-document.ts'
import { textChanges } from '../editing/text-changes.ts'
import { type Counts, countsOf, likeness, sameness, tellingWords } from './words.ts'

interface Asked {
  readonly document: Uint8Array
  /** What such a passage is called: `Limitation of liability`. */
  readonly titles: readonly string[]
  readonly texts: readonly string[]
}

export interface FoundPassage {
  /** The heading that it stands under, or begins with; null without one. */
  readonly heading: string | null
  /** What Word writes before the first paragraph. */
  readonly number: string | null
  /** Its first and last paragraph, as they are edited. */
  readonly from: number
  readonly to: number
  /** Its paragraphs, each in a line. */
  readonly text: string
}

/** A paragraph of the body that says something; a long one sentence by sentence. */
interface Read {
  readonly id: number
  readonly number: string | null
  readonly text: string
  readonly counts: Counts
  /** Whether it is nothing but a heading. */
  readonly isHeading: boolean
  /** The heading above it. */
  readonly under: string
  /** The words with which it begins, if they read like a heading: `Governing Law.` */
  readonly leads: string
}

const most = { words: 3_000, paragraphs: 40, characters: 20_000 }
// below it the words that they have in common are those of any contract
const least = 0.18

/** The passage of the document that is most like the texts; null if none is. */
export async function findPassage({ document, titles, texts }: Asked): Promise<FoundPassage | null> {
  const paragraphs = readParagraphs(await readEditable(document))
  const weightOf = weightsIn(paragraphs)
  const wanted = texts.map((text) => countsOf(tellingWords(text).slice(0, most.words)))
  const named = titles.map((title) => new Set(tellingWords(title))).filter(({ size }) => size > 0)
  const like = (counts: Counts) => Math.max(0, ...wanted.map((each) => likeness(counts, each, weightOf)))
  // a paragraph of the document may be one of the texts only
  const parts = texts.flatMap((text) => text.split('\n')).map((line) => countsOf(tellingWords(line)))
  const likePart = (counts: Counts) => Math.max(0, ...parts.map((each) => likeness(counts, each, weightOf)))
  const scores = paragraphs.map((paragraph) => {
    if (paragraph.isHeading) return 0
    // a few words may have a rare one in common by chance
    const certain = Math.min(1, paragraph.counts.size / 8)
    const words = certain * (0.5 * like(paragraph.counts) + 0.5 * likePart(paragraph.counts))
    const { under, leads } = paragraph
    return words === 0 ? 0 : words + 0.3 * Math.max(shareNamed(named, leads), 0.8 * shareNamed(named, under))
  })
  let seed = -1
  for (const [at, score] of scores.entries()) if (score > (scores[seed] ?? least)) seed = at
  const first = paragraphs[seed]
  return first === undefined ? null : passageAround(paragraphs, seed, like)
}

/** How much of a heading is in one of the titles, or the other way round: from 0 to 1. */
function shareNamed(titles: readonly ReadonlySet<string>[], heading: string): number {
  const words = new Set(tellingWords(heading))
  if (words.size === 0) return 0
  const shares = titles.map((title) => {
    const both = [...title].filter((word) => words.has(word)).length
    return (2 * both) / (title.size + words.size)
  })
  return Math.max(0, ...shares)
}

/** The best paragraph with those around it, as long as they make it more like what is wanted. */
function passageAround(
  paragraphs: readonly Read[],
  seed: number,
  like: (counts: Counts) => number,
): FoundPassage {
  let [from, to] = [seed, seed]
  let counts = new Map(paragraphs[seed]?.counts)
  let score = like(counts)
  const length = () => paragraphs.slice(from, to + 1).reduce((sum, { text }) => sum + text.length, 0)
  const tryOne = (at: number): boolean => {
    const next = paragraphs[at]
    if (!next || next.isHeading || next.under !== paragraphs[seed]?.under) return false
    if (to - from >= most.paragraphs || length() + next.text.length > most.characters) return false
    const together = new Map(counts)
    for (const [word, count] of next.counts) together.set(word, (together.get(word) ?? 0) + count)
    const better = like(together)
    if (better <= score) return false
    ;[counts, score] = [together, better]
    return true
  }
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false
    if (tryOne(to + 1)) [to, isGrowing] = [to + 1, true]
    if (tryOne(from - 1)) [from, isGrowing] = [from - 1, true]
  }
  const found = paragraphs.slice(from, to + 1)
  const [first, last] = [found[0], found.at(-1)]
  if (!first || !last) throw new Error('A passage has a paragraph')
  const heading = first.leads === '' ? first.under : first.leads
  return {
    heading: heading === '' ? null : heading,
    number: first.number,
    from: first.id,
    to: last.id,
    text: textOf(found).slice(0, most.characters),
  }
}

/** Sentences of one paragraph stand in one line. */
const textOf = (found: readonly Read[]): string =>
  found.map(({ id, text }, at) => (at === 0 ? '' : found[at - 1]?.id === id ? ' ' : '\n') + text).join('')

/** Words that are in few paragraphs weigh more. */
function weightsIn(paragraphs: readonly Read[]): (word: string) => number {
  const seen = new Map<string, number>()
  for (const { counts } of paragraphs)
    for (const word of counts.keys()) seen.set(word, (seen.get(word) ?? 0) + 1)
  return (word) => Math.sqrt(Math.log(1 + paragraphs.length / (1 + (seen.get(word) ?? 0))))
}

function readParagraphs(all: readonly EditableParagraph[]): readonly Read[] {
  const found: Read[] = []
  let under = ''
  for (const { id, part, number, level, pieces } of all) {
    const text = pieces
      .map((piece) => piece.text)
      .join('')
      .trim()
    if (part !== 'Body' || text === '') continue
    for (const [at, own] of sentencesIn(text).entries()) {
      const isHeading = level !== null ? text.length <= 200 : readsLikeHeading(own)
      if (isHeading) under = withoutNumber(own).replace(/[.:;]$/, '')
      const leads = isHeading ? '' : leadOf(own, at === 0 ? pieces[0] : undefined)
      const counts = countsOf(tellingWords(own).slice(0, most.words))
      found.push({ id, number: at === 0 ? number : null, text: own, counts, isHeading, under, leads })
    }
  }
  return found
}

const longParagraph = 700

/** A paragraph as it is, or the sentences of a long one: it may be about several things. */
const sentencesIn = (text: string): readonly string[] =>
  text.length <= longParagraph ? [text] : text.split(/(?<=[.;:])\s+(?=[\p{Lu}\d("\u201c])/u)

const withoutNumber = (text: string): string =>
  text
    .replace(
      /^\s*(?:(?:article|section|clause)\s+)?(?:[\divxlc]{1,6}(?:[.)]\d{1,6})*[.)]?|\([a-z\d]{1,4}\))\s+/i,
      '',
    )
    .trim()

/** A short line; a longer one if all its words have capitals. */
function readsLikeHeading(text: string): boolean {
  if (text.length > 90) return false
  const words = withoutNumber(text).split(/\s+/)
  const isNamed = words.every((word) => /^[^\p{L}]*\p{Lu}/u.test(word) || word.length <= 3)
  return words.length <= 4 || (words.length <= 10 && isNamed)
}

/** `12.3 Governing Law. This agreement …` begins with `Governing Law`; so does a first piece that is bold. */
function leadOf(text: string, first: EditableParagraph['pieces'][number] | undefined): string {
  const bare = withoutNumber(text)
  const sentence = /^([^.:\u2014\u2013]{2,80})[.:\u2014\u2013]/u.exec(bare)?.[1]?.trim() ?? ''
  if (sentence !== '' && readsLikeHeading(sentence)) return sentence
  const isMarked = first !== undefined && first.look.length > 0 && first.text.trim().length <= 90
  return isMarked && first.text.trim().length < text.length
    ? withoutNumber(first.text.trim()).replace(/[.:;]$/, '')
    : ''
}

/** A piece of a text as it becomes another one. */
export interface TextPiece {
  readonly kind: 'Same' | 'Removed' | 'Added'
  readonly text: string
}

export interface ComparedPassage {
  readonly passage: FoundPassage | null
  /** For each of the texts. */
  readonly compared: readonly {
    /** How much of it and of the passage is the same, from 0 to 1. */
    readonly sameness: number
    /** From it to the passage, by words; empty without a passage. */
    readonly pieces: readonly TextPiece[]
  }[]
}

/** `findPassage`, with how each of the texts differs from what was found. */
export async function comparePassage(asked: Asked): Promise<ComparedPassage> {
  const passage = await findPassage(asked)
  return {
    passage,
    compared: asked.texts.map((text) => ({
      sameness: passage ? sameness(text, passage.text) : 0,
      pieces: passage ? piecesOf(text, passage.text) : [],
    })),
  }
}

function piecesOf(before: string, after: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const { at, remove, insert } of textChanges(before, after)) {
    pieces.push({ kind: 'Same', text: before.slice(from, at) })
    pieces.push({ kind: 'Removed', text: before.slice(at, at + remove) })
    pieces.push({ kind: 'Added', text: insert })
    from = at + remove
  }
  pieces.push({ kind: 'Same', text: before.slice(from) })
  return pieces.filter(({ text }) => text !== '')
}

const module = new URL('./find-passage.ts', import.meta.url)

/** `comparePassage`, in a worker. */
export const passageCompared = documentTask<typeof comparePassage>(module, {
  name: 'comparePassage',
  called: 'The document',
  limits: { seconds: 30, megabytes: 1_024 },
})
