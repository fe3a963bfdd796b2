// What a binder says of a contract in words: its record, who approved it, who signed it. The same for the PDF and the
// archive.
import { textsOf } from '../../fields/values/texts.ts'
import { fieldsOfForms } from '../../fields/form.ts'
import { peopleByIds, type ShownPerson } from '../../identity/users/people-on-records.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { traitsWords } from '../../platform/documents/pdf/changeable/traits.ts'
import { fullNameOf } from '../../platform/person.ts'
import type { MaySee } from '../../platform/granted.ts'
import { dayText, momentText } from '../../platform/time/written-times.ts'
import type { Approval, Approver } from '../approvals/approval.ts'
import { approvalsOf } from '../approvals/read-approvals.ts'
import type { Contract } from '../contract.ts'
import { getContractFields } from '../fields.ts'
import { listKeyDates } from '../find-key-dates.ts'
import { getKeyFacts, type KeyFacts } from '../key-facts/key-facts.ts'
import { consentOf } from '../signing/here/consent.ts'
import type { SignatureField } from '../signing/here/fields.ts'
import { listRequests, type ShownRequest, type Signer } from '../signing/here/request.ts'
import { type Signatory, signedCopyOf } from '../signing/signed-copy.ts'

/** A page of rows. */
export interface Sheet {
  readonly title: string
  readonly groups: readonly SheetGroup[]
}

export interface SheetGroup {
  readonly heading: string
  readonly rows: readonly Row[]
}

type Row = readonly [label: string, text: string]

/** Those that have a text. */
const rowsOf = (rows: readonly (readonly [label: string, text: string | null | undefined])[]) =>
  rows.filter((row): row is Row => typeof row[1] === 'string' && row[1] !== '')

type Place = Pick<Contract, 'organisationId' | 'id'> & MaySee

const nobody = 'Somebody who has left'

/** The record sheet of a contract that the actor sees, its approvals, and the certificate of its signatures. */
export async function sheetsOf(
  app: App,
  actor: Actor,
  contract: Place,
  timeZone: string,
): Promise<readonly Sheet[]> {
  const [record, approvals, signatures] = await Promise.all([
    recordSheet(app, actor, contract.id, timeZone),
    approvalSheet(app, contract, timeZone),
    signatureSheet(app, actor, contract, timeZone),
  ])
  return [record, approvals, signatures].filter(({ groups }) => groups.length > 0)
}

async function recordSheet(app: App, actor: Actor, id: number, timeZone: string): Promise<Sheet> {
  const [{ contract, fields }, facts, dates] = await Promise.all([
    getContractFields(app, actor, id),
    getKeyFacts(app, actor, id),
    listKeyDates(app, actor, id),
  ])
  const people = await peopleByIds(app.db, [contract.ownerId])
  const values: Row[] = []
  for (const { field, label } of fieldsOfForms([fields.detail, fields.core])) {
    const texts = await textsOf(app.db, field, fields.values.get(field.id) ?? [])
    if (texts.length > 0) values.push([label, texts.join(', ')])
  }
  return {
    title: 'Record',
    groups: [
      {
        heading: contract.name,
        rows: rowsOf([
          ['Contract', String(contract.id)],
          ['Status', contract.stage],
          ['Owner', nameOf(people, contract.ownerId)],
          ...factRows(facts),
          ['Created', momentText(contract.createdAt, timeZone)],
          ['Executed', contract.executedAt && momentText(contract.executedAt, timeZone)],
        ]),
      },
      { heading: 'Fields', rows: values },
      { heading: 'Key dates', rows: dates.map(({ date, name }) => [dayText(date), name] as const) },
    ].filter(({ rows }) => rows.length > 0),
  }
}

function factRows(facts: KeyFacts): readonly Row[] {
  const { notice } = facts
  return rowsOf([
    ['Counterparty', facts.otherParty?.name],
    ['Effective date', facts.effectiveDate && dayText(facts.effectiveDate)],
    ['Expiry', facts.expiry && dayText(facts.expiry)],
    ['Notice period', notice && `${notice.amount} ${notice.unit.toLowerCase()}`],
  ])
}

async function approvalSheet(app: App, contract: Place, timeZone: string): Promise<Sheet> {
  const approvals = (await approvalsOf(app.db, contract)).toReversed()
  const people = await peopleByIds(app.db, approvals.flatMap(peopleIn))
  return { title: 'Approvals', groups: approvals.map((each) => approvalGroup(each, people, timeZone)) }
}

function approvalGroup(approval: Approval, people: People, timeZone: string): SheetGroup {
  const { document, startedBy, startedAt, comment, steps, state } = approval
  return {
    heading: `${state === 'Waiting' ? 'Asked for' : state} for version ${document.version}`,
    rows: rowsOf([
      ['Asked for by', `${nameOf(people, startedBy)}, ${momentText(startedAt, timeZone)}`],
      ['Message', comment],
      ['SHA-256', document.sha256.toString('hex')],
      ...steps.flatMap(({ name, approvers }) =>
        approvers.map((each) => [name, decisionText(each, people, timeZone)] as const),
      ),
    ]),
  }
}

function decisionText(approver: Approver, people: People, timeZone: string): string {
  const { userId, decision, decidedAt, decidedBy, delegatedTo, comment } = approver
  const name = nameOf(people, userId)
  if (decision === null || decidedAt === null) return `${name}: not decided`
  const at = momentText(decidedAt, timeZone)
  const by = decidedBy === null || decidedBy === userId ? '' : `, decided by ${nameOf(people, decidedBy)}`
  const to = delegatedTo === null ? '' : ` to ${nameOf(people, delegatedTo)}`
  const words = comment === null ? '' : `. ${comment}`
  return `${name}: ${decision.toLowerCase()}${to}, ${at}${by}${words}`
}

const peopleIn = ({ startedBy, steps }: Approval): readonly string[] => [
  startedBy,
  ...steps.flatMap(({ approvers }) =>
    approvers.flatMap(({ userId, decidedBy, delegatedTo }) =>
      [userId, decidedBy, delegatedTo].filter((id) => id !== null),
    ),
  ),
]

async function signatureSheet(app: App, actor: Actor, contract: Place, timeZone: string): Promise<Sheet> {
  const [copy, requests] = await Promise.all([
    signedCopyOf(app, contract),
    listRequests(app, actor, contract.id),
  ])
  const here = requests.filter(({ state }) => state === 'Completed').toReversed()
  const recorded = copy && {
    heading: 'Signed copy',
    rows: [
      ['Version', String(copy.version)],
      ['SHA-256', copy.sha256.toString('hex')],
      [
        'Recorded by',
        `${copy.recordedBy ? fullNameOf(copy.recordedBy) : nobody}, ${momentText(copy.recordedAt, timeZone)}`,
      ],
      ...copy.signatories.map((each) => ['Signed by', signatoryText(each)] as const),
    ] as const,
  }
  return {
    title: 'Certificate of signatures',
    groups: [...(recorded ? [recorded] : []), ...here.flatMap((each) => requestGroups(each, timeZone))],
  }
}

const signatoryText = ({ name, title, party, signedOn }: Signatory): string =>
  [name, title, party && `for ${party}`, dayText(signedOn)].filter(Boolean).join(', ')

/** Who was asked, what they were shown and agreed to, and from where they signed. */
function requestGroups(request: ShownRequest, timeZone: string): readonly SheetGroup[] {
  const { createdBy, createdAt, sentSha256, madeFixed, signers, fields, service } = request
  const agreed = [...new Set(signers.flatMap(({ consentVersion }) => consentVersion ?? []))]
  return [
    {
      heading: 'Sent for signature',
      rows: [
        ['By', `${createdBy ? fullNameOf(createdBy) : nobody}, ${momentText(createdAt, timeZone)}`],
        ...(service === null ? [] : [['Signing service', service] as const]),
        // of an older request that somebody has signed it is not known any more
        ...(sentSha256 === null ? [] : [['SHA-256 as sent', sentSha256.toString('hex')] as const]),
        ...(madeFixed === null
          ? []
          : [['Made fixed', `Before it was sent. Until then it had ${traitsWords(madeFixed)}`] as const]),
        ...agreed.map((version) => [`Consent, version ${version}`, consentOf(version)] as const),
      ],
    },
    ...signers.map((signer) => {
      const filled = fields.filter(({ place, value }) => place === signer.place && value !== null)
      return signerGroup(signer, filled, { timeZone, service })
    }),
  ]
}

function signerGroup(
  signer: Signer,
  filled: readonly SignatureField[],
  { timeZone, service }: { readonly timeZone: string; readonly service: string | null },
): SheetGroup {
  const { name, email, title, party, viewedAt, viewedSha256, endedAt, address, browser } = signer
  const { consentVersion, earlier, appConfirmedAt } = signer
  return {
    heading: `Signature ${signer.place + 1}: ${name}`,
    rows: rowsOf([
      ['Mail address', email],
      ['Signed as', [title, party && `for ${party}`].filter(Boolean).join(' ')],
      [
        'Confirmed by',
        service !== null
          ? `the signing service ${service}`
          : appConfirmedAt
            ? `code by mail, and authenticator app (${momentText(appConfirmedAt, timeZone)})`
            : 'code by mail',
      ],
      ['Document opened', viewedAt && momentText(viewedAt, timeZone)],
      ['SHA-256 as shown', viewedSha256?.toString('hex')],
      ['Signed', endedAt && momentText(endedAt, timeZone)],
      ['Network address', address],
      ['Browser', browser],
      ...filled.map(
        ({ kind, label, page, value }) =>
          [`${label ?? kind}, page ${page}`, value === 'true' ? 'Filled in' : value] as const,
      ),
      ['Agreed to', consentVersion === null ? null : `consent, version ${consentVersion}`],
      ...earlier.map((each) => ['In place of', `${each.name} (${each.email}): ${each.reason}`] as const),
    ]),
  }
}

type People = ReadonlyMap<string, ShownPerson>

function nameOf(people: People, id: string): string {
  const person = people.get(id)
  return person ? fullNameOf(person) : nobody
}
