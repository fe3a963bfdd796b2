// Answering an approval at the address in a mail. The address is for one person: somebody signed in as another person
// finds nothing there, and where their organisation wants it, the person signs in first. What decides is the same as in
// the app; the history says that the answer came from a mail.
import { hash } from 'node:crypto'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { AppError, conflict, notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { hashOfSecret } from '../../platform/secrets/crypto.ts'
import { readToken } from '../../platform/secrets/mailed-code.ts'
import { type FileContent, getFileContent } from '../../files/read-file.ts'
import { findSnapshot } from '../../identity/users/authorization-snapshot.ts'
import { peopleByIds, type ShownPerson } from '../../identity/users/people-on-records.ts'
import { getSignInPolicy } from '../../identity/sessions/second-factor/sign-in-policy.ts'
import { recordsByIds, shownColumns } from '../../records/lists/named-records.ts'
import { getContractToSee } from '../access.ts'
import { contractKind } from '../contract-kind.ts'
import type { Contract } from '../contract.ts'
import { amountsSql, type ContractAmount } from './amounts.ts'
import { answeredSteps } from './answerable.ts'
import { type Approval, isSameDocument, type Step } from './approval.ts'
import { changesSince, findDocument, namesOfChanges, readPresentContent } from './covered.ts'
import { decideApproval } from './decide-approval.ts'
import { isForThem } from './deciders.ts'
import { getApproval } from './read-approvals.ts'

/** The address that somebody opened, and who is signed in there. */
export interface AnswerBrowser {
  readonly token: string
  readonly signedIn: Actor | undefined
}

interface Address {
  readonly organisationId: number
  readonly contractId: number
  readonly approvalId: number
  readonly userId: string
  readonly approverId: string
}

interface Asked {
  readonly actor: Actor
  readonly address: Address
  readonly contract: Contract
  readonly approval: Approval
  readonly steps: readonly Step[]
}

/** What somebody is asked to approve, as the page behind their address shows it. */
export interface ShownQuestion {
  readonly organisation: string
  readonly approver: ShownPerson | undefined
  /** Whether the person decides for the approver, as their delegate or because the deadline has passed. */
  readonly isForAnother: boolean
  readonly requester: ShownPerson | undefined
  readonly contract: { readonly name: string; readonly number: string | null }
  readonly amounts: readonly ContractAmount[]
  readonly steps: readonly string[]
  readonly due: string | null
  readonly comment: string | null
  readonly againBecause: string | null
  /** Null if it is not the one that approval was asked for. */
  readonly document: Pick<FileContent, 'name' | 'contentType' | 'size'> | null
  /** What is not any more as it was when approval was asked for, such as `The document`: nobody decides then. */
  readonly changed: string | null
  /** Stands for what is being asked: an answer is about this. */
  readonly asked: string
}

/**
 * What is asked at this address. Throws the same not_found for every address that opens nothing: unknown, used,
 * replaced by a later mail, expired, of a person who cannot decide any more, or opened by somebody else. Throws
 * unauthorized if the person has to sign in first.
 */
export async function showQuestion(app: App, browser: AnswerBrowser): Promise<ShownQuestion> {
  const { actor, address, contract, approval, steps } = await getAsked(app, browser)
  const { db } = app
  const columns = { ...shownColumns(contractKind, app), amounts: amountsSql }
  const [[shown], people, organisation, present, document] = await Promise.all([
    recordsByIds(contractKind, { db, actor }, { ids: [contract.id], columns }),
    peopleByIds(db, [approval.startedBy, address.approverId]),
    organisationName(db, address.organisationId),
    readPresentContent(db, contract, approval.covered),
    findApprovedDocument(app, { actor, contract, approval }),
  ])
  if (!shown) throw notFound()
  const changes = changesSince(approval, present)
  return {
    organisation,
    approver: people.get(address.approverId),
    isForAnother: address.approverId !== actor.userId,
    requester: people.get(approval.startedBy),
    contract: { name: shown.name, number: shown.displayId },
    amounts: shown.amounts,
    steps: steps.map(({ name }) => name),
    due: approval.due,
    comment: approval.comment,
    againBecause: approval.againBecause,
    document,
    changed: changes.length === 0 ? null : namesOfChanges(changes),
    asked: questionHash(approval, steps),
  }
}

/** The document that is being approved. Throws as `showQuestion` does, and conflict if it is not there any more. */
export async function readQuestionDocument(app: App, browser: AnswerBrowser): Promise<FileContent> {
  const document = await findApprovedDocument(app, await getAsked(app, browser))
  if (!document) throw conflict('The document has changed since approval was asked for.')
  return document
}

interface Answer {
  readonly decision: 'Approved' | 'Declined'
  readonly comment: string | null
  /** What the page said it was about. */
  readonly asked: string
}

/**
 * Decides at this address, which is used up. Throws as `showQuestion` does; conflict if what is asked is not what the
 * page showed, or what is approved has changed; bad_request for a refusal without a comment.
 */
export async function answerByMail(
  app: App,
  browser: AnswerBrowser,
  { decision, comment, asked }: Answer,
): Promise<void> {
  const { actor, address } = await getAsked(app, browser)
  const { approverId } = address
  const shownSteps = async (tx: Tx, approval: Approval, now: Date) => {
    if (!(await findAddress(tx, browser.token, now))) throw notFound()
    const steps = await stepsAt(tx, { address, approval, now })
    if (questionHash(approval, steps) === asked) return steps
    throw conflict('What you are asked to approve is not what this page shows. Load it again.')
  }
  try {
    await decideApproval(app, actor, address, {
      decision,
      comment,
      ...(approverId === actor.userId ? {} : { insteadOf: approverId }),
      fromMail: { shownSteps },
    })
  } catch (error) {
    // such as the contract's owner by now
    if (error instanceof AppError && error.code === 'forbidden') throw notFound()
    throw error
  }
}

async function getAsked(app: App, { token, signedIn }: AnswerBrowser): Promise<Asked> {
  const now = app.clock.now()
  const address = await findAddress(app.db, token, now)
  if (!address || (signedIn && signedIn.userId !== address.userId)) throw notFound()
  const person = await findSnapshot(app.db, address.userId)
  if (!person || person.featuresOff?.has('CONTRACTS')) throw notFound()
  const { approvalsNeedSignIn } = await getSignInPolicy(app.db, address.organisationId)
  if (approvalsNeedSignIn && !signedIn) throw new AppError('unauthorized', 'Sign in to answer.')
  const via = { kind: 'system', name: 'answer-by-mail' } as const
  const actor: Actor = signedIn ?? { ...person, via, requestId: null }
  const contract = await getContractToSee(app.db, actor, address.contractId)
  const approval = await getApproval(app.db, contract, address.approvalId)
  if (isForThem({ contract, approval }, actor.userId)) throw notFound()
  return { actor, address, contract, approval, steps: await stepsAt(app.db, { address, approval, now }) }
}

async function findAddress(db: Reader, token: string, now: Date): Promise<Address | undefined> {
  const read = readToken(token)
  if (!read) return undefined
  return db
    .selectFrom('approval_addresses as d')
    .innerJoin('contract_approvals as a', (join) =>
      join.onRef('a.organisation_id', '=', 'd.organisation_id').onRef('a.id', '=', 'd.approval_id'),
    )
    .where('d.organisation_id', '=', read.organisationId)
    .where('d.secret_hash', '=', hashOfSecret(read.secret))
    .where('d.expires_at', '>', now)
    .select([
      'd.organisation_id as organisationId',
      'a.contract_id as contractId',
      'd.approval_id as approvalId',
      'd.user_id as userId',
      'd.deciding_for as approverId',
    ])
    .executeTakeFirst()
}

interface Decided {
  readonly address: Address
  readonly approval: Approval
  readonly now: Date
}

/** The steps that the person decides at this address now. Throws not_found for none. */
async function stepsAt(db: Reader, { address, approval, now }: Decided): Promise<readonly Step[]> {
  const { userId, approverId } = address
  const steps = await answeredSteps(db, approval, { userId, approverId, now })
  if (steps.length === 0) throw notFound()
  return steps
}

async function findApprovedDocument(
  app: App,
  { actor, contract, approval }: Pick<Asked, 'actor' | 'contract' | 'approval'>,
): Promise<FileContent | null> {
  const document = await findDocument(app.db, contract)
  if (!document || !isSameDocument(approval.document, document)) return null
  return getFileContent(app, actor, document.fileId, document.version)
}

function questionHash(
  { document, covered, againBecause, startedAt }: Approval,
  steps: readonly Step[],
): string {
  const content = [document.version, document.sha256.toString('hex'), covered]
  const positions = steps.map(({ position }) => position)
  return hash('sha256', JSON.stringify([...content, againBecause, startedAt, positions]))
}

async function organisationName(db: Reader, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('organisations')
    .where('id', '=', id)
    .select('name')
    .executeTakeFirstOrThrow()
  return name
}
