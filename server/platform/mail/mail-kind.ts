// The mails that the product sends: their standard texts, and how a text and its values become a mail. Each noun
// defines its mails with `defineMail`; server/operations/mail-texts/mail-kinds.ts lists them all.
//
// text          subject and body with placeholders, such as {{firstName}}; a blank line begins a new paragraph
// placeholder   stands for a value; a required one must be in the body, because the mail is useless without it
import { clipped } from '../errors.ts'

export interface Placeholder {
  /** What it stands for, as administrators read it. */
  readonly label: string
  /** What previews and tests show. */
  readonly sample: MailValue
  readonly required?: true
}

/**
 * Text, which is escaped; or what the product itself has written as text and as HTML. A block, such as a table, is not
 * put into a paragraph.
 */
export type MailValue = string | { readonly text: string; readonly html: string; readonly isBlock?: true }

export interface MailText {
  readonly subject: string
  readonly body: string
}

export interface MailKind<Name extends string = string> extends MailText {
  readonly name: string
  readonly label: string
  /** When it is sent. */
  readonly when: string
  readonly placeholders: Readonly<Record<Name, Placeholder>>
}

export type MailValues<Name extends string> = Readonly<Record<NoInfer<Name>, MailValue>>

/** A kind of mail, whose senders give a value for each placeholder. */
export const defineMail = <const Name extends string>(kind: MailKind<Name>): MailKind<Name> => kind

/** A placeholder for the page that the mail leads to. */
export const linkPlaceholder = (label: string, sample: string): Placeholder => ({
  label,
  sample,
  required: true,
})

/** A placeholder for the first name of the person who gets the mail. */
export const firstNamePlaceholder: Placeholder = {
  label: 'first name of the person who gets it',
  sample: 'Ana',
}

/** What follows the text and cannot be changed. */
export interface MailEnd {
  readonly text: string
  readonly html: string
}

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const longestSubject = 150
/** Where the logo goes, if the organisation wants it in its mails. Escaped text cannot contain it. */
export const logoPlace = '<!--logo-->'

/** The mail that comes of a text and its values, which are put in once: they cannot bring placeholders. */
export function renderMail(
  { subject, body }: MailText,
  values: Readonly<Record<string, MailValue>>,
  end?: MailEnd,
): RenderedMail {
  const valueOf = (name: string): MailValue => (Object.hasOwn(values, name) ? (values[name] ?? '') : '')
  const paragraphs = body
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => piecesOf(paragraph.trim()))
    .map((pieces) => ({
      text: pieces.map((piece) => ('name' in piece ? textOf(valueOf(piece.name)) : piece.literal)).join(''),
      html: pieces
        .map((piece) => ('name' in piece ? htmlOf(valueOf(piece.name)) : htmlOf(piece.literal)))
        .join(''),
      tag: pieces.some((piece) => 'name' in piece && isBlock(valueOf(piece.name))) ? 'div' : 'p',
    }))
    .filter(({ text }) => text.trim() !== '')
  const texts = [...paragraphs.map(({ text }) => text), ...(end ? [end.text] : [])]
  return {
    subject: oneLine(
      piecesOf(subject)
        .map((piece) => ('name' in piece ? textOf(valueOf(piece.name)) : piece.literal))
        .join(''),
    ),
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"></head><body style="font-family:sans-serif;font-size:15px;line-height:1.4">
${logoPlace}${paragraphs.map(({ html, tag }) => `<${tag}>${html}</${tag}>`).join('\n')}
${end ? `${end.html}\n` : ''}</body></html>
`,
  }
}

type Piece = { readonly literal: string } | { readonly name: string }

const piecesOf = (template: string): readonly Piece[] =>
  template
    .split(/(\{\{\s*\w+\s*\}\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{\{\s*(\w+)\s*\}\}$/.exec(part)?.[1]
      return name === undefined ? { literal: part } : { name }
    })

/** The placeholders in a template, and what looks like one and is none. */
export function placeholdersIn(template: string): {
  readonly names: readonly string[]
  readonly broken: boolean
} {
  const pieces = piecesOf(template)
  return {
    names: pieces.flatMap((piece) => ('name' in piece ? [piece.name] : [])),
    broken: pieces.some((piece) => 'literal' in piece && /\{\{|\}\}/.test(piece.literal)),
  }
}

const isBlock = (value: MailValue) => typeof value !== 'string' && value.isBlock === true

const textOf = (value: MailValue) => (typeof value === 'string' ? value : value.text)

function htmlOf(value: MailValue): string {
  if (typeof value !== 'string') return value.html
  if (/^https?:\/\/\S+$/.test(value)) return `<a href="${escaped(value)}">${escaped(value)}</a>`
  return escaped(value).replaceAll('\n', '<br>')
}

/** A header has one line. */
const oneLine = (text: string) => clipped(text.replaceAll(/\s+/g, ' ').trim(), longestSubject)

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text as HTML. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (each) => entities.get(each) ?? each)
