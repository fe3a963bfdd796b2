// What a Word document says besides its text, in words.
import type { HiddenContent } from './files.ts'

const counted = (count: number, word: string, many = `${word}s`): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? word : many}`]

const called: Record<HiddenContent['documentProperties'][number], string> = {
  Company: 'company',
  Manager: 'manager',
  Template: 'template',
  HyperlinkBase: 'address of links',
  Keywords: 'keywords',
  Comments: 'comments',
  Category: 'category',
  Status: 'status',
}

const propertyWords = (properties: HiddenContent['documentProperties']): string[] =>
  counted(properties.length, 'document property', 'document properties').map(
    (words) => `${words} (${properties.map((each) => called[each]).join(', ')})`,
  )

/** "2 comments, 11 tracked changes, 1 passage of hidden text and the names of 3 authors", each as one entry. */
export const hiddenWords = (hidden: HiddenContent | undefined): readonly string[] =>
  hidden === undefined
    ? []
    : [
        ...counted(hidden.comments, 'comment'),
        ...counted(hidden.changes, 'tracked change'),
        ...counted(hidden.hiddenTexts, 'passage of hidden text', 'passages of hidden text'),
        ...counted(hidden.customProperties, 'custom property', 'custom properties'),
        ...counted(hidden.documentVariables, 'document variable'),
        ...counted(hidden.customData, 'set of data of other programs', 'sets of data of other programs'),
        ...propertyWords(hidden.documentProperties),
        ...counted(hidden.authors.length, 'author').map((authors) =>
          hidden.authors.length === 1 ? 'the name of its author' : `the names of ${authors}`,
        ),
      ]

/** `1 change was not tracked`. */
export const untrackedWords = (count: number): string =>
  `${counted(count, 'change').join('')} ${count === 1 ? 'was' : 'were'} not tracked`
