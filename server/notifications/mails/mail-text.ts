// How a mail of notifications reads: as text and as HTML, with the link that ends such mails.
import type { App } from '../../platform/app.ts'
import { defineMail, escaped, type Placeholder } from '../../platform/mail/mail-kind.ts'
import {
  countedLabels,
  kindLabels,
  type NotificationKind,
  notificationKinds,
  type Unsubscribed,
} from '../notification.ts'
import { notifiedPage, unsubscribePage } from '../page-addresses.ts'
import type { ShownNotification } from '../shown.ts'
import type { AnswerLink } from './answer-links.ts'
import { endingAt } from './mail-end.ts'

interface Contents {
  readonly shown: readonly ShownNotification[]
  /** How many others there are, in the app only. */
  readonly more: number
  readonly from: Unsubscribed
  readonly token: string
  /** Where approvals are answered, by the ids of the notifications. */
  readonly answers: ReadonlyMap<number, readonly AnswerLink[]>
}

const sampleLink = 'https://legal.example/#/matters/17'
const placeholders = {
  summary: {
    label: 'what it is about, on one line',
    sample: 'LW0001-0017 Lease of Harbour House: Ana Prior made you the manager.',
  },
  count: { label: 'how many notifications there are', sample: '1' },
  notifications: {
    label: 'the notifications, each with its record, its text and its address',
    sample: {
      text: `LW0001-0017 Lease of Harbour House\nAna Prior made you the manager.\n${sampleLink}`,
      html: `<a href="${sampleLink}"><strong>LW0001-0017 Lease of Harbour House</strong></a><br>Ana Prior made you the manager.`,
    },
    required: true,
  },
  more: { label: 'how many others are in the app only; nothing if there are none', sample: '' },
} as const satisfies Readonly<Record<string, Placeholder>>

const standard = { subject: '{{summary}}', body: '{{notifications}}\n\n{{more}}', placeholders } as const

/** The mails about notifications at once, by their kinds. */
export const notificationMails = notificationKinds.map((name) =>
  defineMail({
    name,
    label: `Notifications: ${kindLabels[name]}`,
    when: `Somebody is notified by mail of ${kindLabels[name]}. The link that ends such mails follows the text.`,
    ...standard,
  }),
)

/** The mail of a day. */
export const digestMail = defineMail({
  name: 'digest',
  label: 'Digest of the day',
  when: 'Once a day, with what was kept for it. The link that ends it follows the text.',
  ...standard,
})

/** The mail about these notifications, all of one kind or a digest. */
export function mailOf(app: Pick<App, 'config'>, { shown, more, from, token, answers }: Contents) {
  const link = unsubscribePage(app, token)
  const parts = shown.map((each) => ({
    title: titleOf(each.record),
    text: each.text,
    link: notifiedPage(app, each),
    answers: (answers.get(each.id) ?? []).map(answerLine),
  }))
  const end = endOf(from)
  return {
    kind: notificationMails.find(({ name }) => name === from) ?? digestMail,
    values: {
      summary: subjectOf(from, shown),
      count: String(shown.length + more),
      notifications: {
        text: parts
          .map(({ title, text, link: page, answers: lines }) =>
            [title, text, page, ...lines.map((line) => line.text)].join('\n'),
          )
          .join('\n\n'),
        html: parts
          .map(
            (part) =>
              `<a href="${escaped(part.link)}"><strong>${escaped(part.title)}</strong></a><br>${escaped(part.text)}${part.answers.map(({ html }) => `<br>${html}`).join('')}`,
          )
          .join('<br><br>\n'),
      },
      more: more > 0 ? `${more} more ${more === 1 ? 'is' : 'are'} in the app.` : '',
    },
    ...endingAt(link, end),
  }
}

function answerLine({ link, insteadOf }: AnswerLink) {
  const label = insteadOf === null ? 'Answer here' : `Answer for ${insteadOf} here`
  const note = 'This address is for you alone. Do not forward it.'
  return {
    text: `${label}: ${link}\n${note}`,
    html: `<a href="${escaped(link)}">${escaped(label)}</a>. ${note}`,
  }
}

const titleOf = ({ displayId, name }: ShownNotification['record']) =>
  displayId === null ? name : `${displayId} ${name}`

function subjectOf(from: Unsubscribed, shown: readonly ShownNotification[]): string {
  const [only] = shown
  if (from === 'digest')
    return `Your day: ${shown.length} ${shown.length === 1 ? 'notification' : 'notifications'}`
  if (only && shown.length === 1) return `${titleOf(only.record)}: ${only.text}`
  return `${shown.length} ${countedLabels[from] ?? kindLabels[from]}`
}

const endOf = (from: NotificationKind | 'digest') =>
  from === 'digest'
    ? { why: 'You get this digest once a day.', stop: 'End the digest' }
    : { why: `You get mails about ${kindLabels[from]}.`, stop: `End mails about ${kindLabels[from]}` }
