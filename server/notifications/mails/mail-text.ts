// How a mail of notifications reads: as text and as HTML, with the link that ends such mails.
import type { App } from '../../platform/app.ts'
import { clipped } from '../../platform/errors.ts'
import { kindLabels, type NotificationKind } from '../notification.ts'
import { notifiedPage, unsubscribePage } from '../page-addresses.ts'
import type { ShownNotification, ShownRecord } from '../shown.ts'
import type { Unsubscribed } from './unsubscribe-token.ts'

/** A mail without its address. */
interface MailText {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

interface Contents {
  readonly shown: readonly ShownNotification[]
  /** How many others there are, in the app only. */
  readonly more: number
  readonly from: Unsubscribed
  readonly token: string
}

const longestSubject = 150

/** The mail about these notifications, all of one kind or a digest. */
export function mailOf(app: Pick<App, 'config'>, { shown, more, from, token }: Contents): MailText {
  const link = unsubscribePage(app, token)
  const parts = shown.map((each) => ({
    title: titleOf(each.record),
    text: each.text,
    link: notifiedPage(app, each),
  }))
  const others = more > 0 ? `${more} more ${more === 1 ? 'is' : 'are'} in the app.` : ''
  const end = endOf(from)
  const text = [
    ...parts.map((part) => `${part.title}\n${part.text}\n${part.link}`),
    ...(others ? [others] : []),
    `--\n${end.why}\n${end.stop}: ${link}`,
  ].join('\n\n')
  return {
    subject: oneLine(subjectOf(from, shown)),
    text: `${text}\n`,
    html: htmlOf({ parts, others, end, link }),
    headers: {
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // no automatic answers (RFC 3834)
      'Auto-Submitted': 'auto-generated',
    },
  }
}

const titleOf = ({ displayId, name }: ShownRecord) => (displayId === null ? name : `${displayId} ${name}`)

function subjectOf(from: Unsubscribed, shown: readonly ShownNotification[]): string {
  const [only] = shown
  if (from === 'digest')
    return `Your day: ${shown.length} ${shown.length === 1 ? 'notification' : 'notifications'}`
  if (only && shown.length === 1) return `${titleOf(only.record)}: ${only.text}`
  return `${shown.length} ${kindLabels[from]}`
}

/** A header has one line. */
const oneLine = (text: string) => clipped(text.replaceAll(/\s+/g, ' '), longestSubject)

const endOf = (from: NotificationKind | 'digest') =>
  from === 'digest'
    ? { why: 'You get this digest once a day.', stop: 'End the digest' }
    : { why: `You get mails about ${kindLabels[from]}.`, stop: `End mails about ${kindLabels[from]}` }

interface HtmlParts {
  readonly parts: readonly { readonly title: string; readonly text: string; readonly link: string }[]
  readonly others: string
  readonly end: { readonly why: string; readonly stop: string }
  readonly link: string
}

function htmlOf({ parts, others, end, link }: HtmlParts): string {
  const paragraphs = parts.map(
    (part) =>
      `<p><a href="${escaped(part.link)}"><strong>${escaped(part.title)}</strong></a><br>${escaped(part.text)}</p>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"></head><body style="font-family:sans-serif;font-size:15px;line-height:1.4">
${paragraphs.join('\n')}
${others ? `<p>${escaped(others)}</p>\n` : ''}<p style="color:#666;font-size:13px">${escaped(end.why)} <a href="${escaped(link)}">${escaped(end.stop)}</a></p>
</body></html>
`
}

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
