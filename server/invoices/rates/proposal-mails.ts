// The mail about a proposal of rates: there is no record that it is about, so it is no notification of one.
import { type SqlBool, sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { defineMail, firstNamePlaceholder, linkPlaceholder } from '../../platform/mail/mail-kind.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ProposalStatus } from './proposal.ts'

/** The mail to the other side of a proposal. */
export const rateProposalMail = defineMail({
  name: 'rateProposal',
  label: 'Proposal of rates',
  when: 'A law firm proposes rates, or a proposal is approved, countered, declined, accepted or withdrawn.',
  subject: '{{organisation}} {{what}}',
  body: `Hello {{firstName}},

{{by}} of {{organisation}} {{what}}.

{{note}}

{{link}}`,
  placeholders: {
    firstName: firstNamePlaceholder,
    by: { label: 'who did it', sample: 'Ruth Calder' },
    organisation: {
      label: 'the law firm or the legal department of that person',
      sample: 'Ashfield Partners',
    },
    what: { label: 'what was done', sample: 'has proposed new rates', required: true },
    note: { label: 'the note or the reason', sample: 'From 1 January, with the next year of practice.' },
    link: linkPlaceholder('the page of the proposal', 'https://legal.example/#/rates/proposals/4'),
  },
})

const words: Readonly<Record<ProposalStatus, string>> = {
  Proposed: 'has proposed new rates',
  Countered: 'has offered other rates',
  Approved: 'has agreed to the rates',
  Declined: 'has declined the rates',
  Withdrawn: 'has withdrawn the proposed rates',
}

interface About {
  readonly organisationId: number
  readonly firmId: number
  readonly proposalId: number
  readonly status: ProposalStatus
  readonly note: string | null
  readonly by: { readonly userId: string; readonly name: string; readonly organisationId: number }
}

// one act in a large department is not hundreds of mails
const mostMails = 50

/** Mails the other side what was done: who works on the customer's invoices, or who has taken steps for the firm. */
export async function mailOfProposal(app: App, tx: Tx, about: About): Promise<void> {
  const { organisationId, firmId, proposalId, by } = about
  const toCustomer = by.organisationId === firmId
  const { name: organisation } = await tx
    .selectFrom('organisations')
    .where('id', '=', by.organisationId)
    .select('name')
    .executeTakeFirstOrThrow()
  const people = await tx
    .selectFrom('users')
    .where('organisation_id', '=', toCustomer ? organisationId : firmId)
    .where('status', '=', 'Active')
    .where(
      toCustomer
        ? sql<SqlBool>`'ManageInvoices' = any(permissions)`
        : sql<SqlBool>`id in (select made_by from rate_proposal_steps s where s.organisation_id = ${organisationId}
            and s.proposal_id = ${proposalId})`,
    )
    .orderBy('id')
    .limit(mostMails)
    .select(['organisation_id', 'email', 'first_name'])
    .execute()
  const values = {
    by: by.name,
    organisation,
    what: words[about.status],
    note: about.note ?? '',
    link: `${app.config.webUrl}/#/rates/proposals/${proposalId}`,
  }
  for (const person of people) {
    const mail = {
      organisationId: person.organisation_id,
      to: person.email,
      values: { ...values, firstName: person.first_name },
    }
    await app.mail.write(tx, rateProposalMail, mail, app.clock.now())
  }
}
