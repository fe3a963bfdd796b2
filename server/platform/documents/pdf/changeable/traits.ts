// What can make a PDF look different from what somebody saw: one table, from which the reader, the messages, the
// dialogs, the certificate and docs/signing.md take their words.

interface Trait {
  /** As in `2 notes that only appear in print`. */
  readonly one: string
  readonly many: string
  /** What becomes of it in a fixed copy, for the documentation; null where no fixed copy can be made. */
  readonly fixed: string | null
}

export const pdfTraits = {
  Printed: {
    one: 'a note that only appears in print',
    many: 'notes that only appear in print',
    fixed: 'removed',
  },
  Shown: {
    one: 'a note that is shown but not printed',
    many: 'notes that are shown but not printed',
    fixed: 'becomes a part of its page',
  },
  Hidden: {
    one: 'a hidden note, which can be made visible',
    many: 'hidden notes, which can be made visible',
    fixed: 'removed',
  },
  Undrawn: {
    one: 'a note or button that each PDF reader draws in its own way',
    many: 'notes or buttons that each PDF reader draws in its own way',
    fixed: null,
  },
  Comment: {
    one: 'a comment',
    many: 'comments',
    fixed: 'removed; what it marks on the page, such as a highlight, becomes a part of the page',
  },
  Icon: {
    one: 'a comment with an icon on its page',
    many: 'comments with icons on their pages',
    fixed: 'removed; the icon, which a screen shows, is not in the copy either',
  },
  Layer: {
    one: 'a layer that can be switched on and off, or is printed differently from what is shown',
    many: 'layers that can be switched on and off, or are printed differently from what is shown',
    fixed: 'what is shown becomes a part of its page, and what is hidden is removed',
  },
  Field: {
    one: 'a form field whose value can differ from what is shown',
    many: 'form fields whose values can differ from what is shown',
    fixed: 'what is shown becomes a part of its page',
  },
  Redrawn: {
    one: 'a form that each PDF reader draws again',
    many: 'forms that each PDF reader draws again',
    fixed: null,
  },
  Unvalued: {
    one: 'a form field whose value is not on its page',
    many: 'form fields whose values are not on their pages',
    fixed: null,
  },
  Xfa: {
    one: 'a second form (XFA), which some PDF readers show in place of the pages',
    many: 'second forms (XFA), which some PDF readers show in place of the pages',
    fixed: 'removed',
  },
  Dynamic: {
    one: 'pages that are only made when it is opened (a dynamic XFA form)',
    many: 'pages that are only made when it is opened (dynamic XFA forms)',
    fixed: null,
  },
  Program: {
    one: 'a program (JavaScript), which can change what is shown',
    many: 'programs (JavaScript), which can change what is shown',
    fixed: 'removed',
  },
  Launch: {
    one: 'a link or button that starts a program, or fetches or sends data',
    many: 'links or buttons that start a program, or fetch or send data',
    fixed: 'removed',
  },
  Switch: {
    one: 'a link or button that shows, hides or changes something',
    many: 'links or buttons that show, hide or change something',
    fixed: 'removed; what is shown becomes a part of its page',
  },
  Media: {
    one: 'a film, sound or 3D drawing',
    many: 'films, sounds or 3D drawings',
    fixed: 'removed; its still picture becomes a part of the page',
  },
  Alternate: {
    one: 'a picture with another one in its place for print',
    many: 'pictures with others in their place for print',
    fixed: 'the one that is shown stays',
  },
  Ink: {
    one: 'a colour that is printed with an ink of its own',
    many: 'colours that are printed with inks of their own',
    fixed: 'is printed as it is shown',
  },
  Press: {
    one: 'a setting that changes colours in print (overprint or transfer)',
    many: 'settings that change colours in print (overprint or transfer)',
    fixed: 'removed',
  },
  Area: {
    one: 'a setting that prints another part of the pages than is shown',
    many: 'settings that print another part of the pages than is shown',
    fixed: 'removed',
  },
  External: {
    one: 'content that is fetched from outside of the file',
    many: 'contents that are fetched from outside of the file',
    fixed: null,
  },
  Attachment: {
    one: 'an attached file, which is on no page',
    many: 'attached files, which are on no page',
    fixed: 'removed, with its icon',
  },
} as const satisfies Readonly<Record<string, Trait>>

export type PdfTrait = keyof typeof pdfTraits
export const pdfTraitNames = Object.keys(pdfTraits) as readonly PdfTrait[]

/** A trait of a PDF: how often, and on which pages. */
export interface FoundTrait {
  readonly trait: PdfTrait
  readonly count: number
  /** From 1, the first 20; none for what is of no page. */
  readonly pages: readonly number[]
  /** Of attached files, the first 10; absent where they have none. */
  readonly names?: readonly string[]
}

export const mostPagesNamed = 20
export const mostNames = 10

/** `2 notes that only appear in print, on pages 2 and 3`, `an attached file, which is on no page: "invoice.xml"` */
export function traitWords({ names = [], ...found }: FoundTrait): string {
  const more = names.length > 0 && names.length < found.count ? ' and others' : ''
  const named = names.map((each) => `"${each}"`).join(', ')
  return named === '' ? placedWords(found) : `${placedWords(found)}: ${named}${more}`
}

function placedWords({ trait, count, pages }: FoundTrait): string {
  const { one, many } = pdfTraits[trait]
  const what = count === 1 ? one : `${count} ${many}`
  const [first] = pages
  if (first === undefined) return what
  if (pages.length === 1) return `${what}, on page ${first}`
  const more = pages.length >= mostPagesNamed ? ' and others' : ''
  return more
    ? `${what}, on pages ${pages.join(', ')}${more}`
    : `${what}, on pages ${pages.slice(0, -1).join(', ')} and ${pages.at(-1)}`
}

/** All of them: `a hidden note, on page 1; 2 comments, on pages 2 and 3`. */
export const traitsWords = (traits: readonly FoundTrait[]): string => traits.map(traitWords).join('; ')

/** Whether a copy can be made in which the trait is gone. */
export const isFixable = ({ trait }: Pick<FoundTrait, 'trait'>): boolean => pdfTraits[trait].fixed !== null
