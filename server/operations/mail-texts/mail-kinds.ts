// Every mail that the product sends, in the order in which administrators read them.
import { delegateNamed, delegateWithdrawn } from '../../contracts/approvals/delegate-mails.ts'
import { sharingMails } from '../../contracts/sharing/mails.ts'
import { signingMails } from '../../contracts/signing/here/mails.ts'
import { linkOffer } from '../../identity/organisations/commands/offer-link.ts'
import { unbilledWorkMail } from '../../invoices/accruals/accrual-mails.ts'
import { rateProposalMail } from '../../invoices/rates/proposal-mails.ts'
import { passwordMails } from '../../identity/sessions/password-links.ts'
import { securityMails } from '../../identity/sessions/second-factor/alerts.ts'
import { digestMail, notificationMails } from '../../notifications/mails/mail-text.ts'
import { deletionMails } from '../offboarding/deletion.ts'
import { exportMails } from '../offboarding/stored/export-mails.ts'
import { testMail } from '../../overview/first-steps.ts'
import { notFound } from '../../platform/errors.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { reportMails } from '../../reports/mailings/report-mails.ts'
import { memberNote } from '../../records/commands/notify-member.ts'
import { subscriptionDisabled } from '../../webhooks/disable-subscription.ts'

/** Every kind of mail. */
export const mailKinds: readonly MailKind[] = [
  ...passwordMails,
  ...notificationMails,
  digestMail,
  memberNote,
  delegateNamed,
  delegateWithdrawn,
  ...signingMails,
  ...sharingMails,
  linkOffer,
  rateProposalMail,
  unbilledWorkMail,
  ...reportMails,
  ...securityMails,
  subscriptionDisabled,
  ...exportMails,
  ...deletionMails,
  testMail,
]

/** The kind of mail with this name; not_found without one. */
export function getMailKind(name: string): MailKind {
  const kind = mailKinds.find((each) => each.name === name)
  if (!kind) throw notFound()
  return kind
}
