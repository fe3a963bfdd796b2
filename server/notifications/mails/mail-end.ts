// How mails end that come by themselves: why somebody gets them, and the link that ends them.
import { escaped, type MailEnd } from '../../platform/mail/mail-kind.ts'

interface Ending {
  readonly why: string
  /** What the link does. */
  readonly stop: string
}

/** The end and the headers of a mail that this link ends: with one click, where mail programs offer it (RFC 8058). */
export const endingAt = (
  link: string,
  { why, stop }: Ending,
): { readonly end: MailEnd; readonly headers: Readonly<Record<string, string>> } => ({
  end: {
    text: `--\n${why}\n${stop}: ${link}`,
    html: `<p style="color:#666;font-size:13px">${escaped(why)} <a href="${escaped(link)}">${escaped(stop)}</a></p>`,
  },
  headers: {
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    // no automatic answers (RFC 3834)
    'Auto-Submitted': 'auto-generated',
  },
})
