// People around a matter and a contract, and the mail they keep track of.
import { expect } from 'vitest'
import { deliverDraft } from '../server/emails/commands/deliver-draft.ts'
import type { Server } from '../server/http/route.ts'
import type { App } from '../server/platform/app.ts'
import { internalTransaction } from '../server/platform/events/change.ts'
import { recountAll } from './counts.ts'
import { insertContract } from './contracts.ts'
import { createContractTemplate, createOrganisation, createUser, type TestUser } from './factories.ts'
import type { Caller } from './http.ts'
import { insertMatter } from './matters.ts'
import { callerFor } from './tokens.ts'

interface MailPerson {
  readonly user: TestUser
  readonly caller: Caller
}

export interface MailWorld {
  readonly organisationId: number
  readonly matterId: number
  readonly contractId: number
  /** Of the customer; owns both records. */
  readonly owner: MailPerson
  /** Of the customer; a member of the matter. */
  readonly member: MailPerson
  /** Of a law firm; a member of the matter. */
  readonly lawyer: MailPerson
  /** Of the customer; has no part in either. */
  readonly colleague: MailPerson
}

/** A matter with a law firm on it and a contract, in organisations of their own. */
export async function createMailWorld(parts: {
  readonly app: App
  readonly server: Server
}): Promise<MailWorld> {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const firm = await createOrganisation(app, { type: 'ServiceProvider' })
  const owner = await createUser(app, { organisationId })
  const member = await createUser(app, { organisationId, role: 'Standard' })
  const lawyer = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  const colleague = await createUser(app, { organisationId, role: 'Contributor' })
  const templateId = await createContractTemplate(app, { organisationId })
  const person = async (user: TestUser) => ({ user, caller: await callerFor(parts, user) })
  return {
    organisationId,
    matterId: await insertMatter(app, { owner, members: [member, lawyer], values: { name: 'Claim' } }),
    contractId: await insertContract(app, { owner, templateId }),
    owner: await person(owner),
    member: await person(member),
    lawyer: await person(lawyer),
    colleague: await person(colleague),
  }
}

/** Saves a thread of Outlook and answers its id. */
export async function saveThread(caller: Caller, body: object): Promise<number> {
  const answer = await caller.post('/account-apis/v1/emails/threads', {
    client: 'Outlook',
    threadIdentifier: 'thread-1',
    ...body,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<number>()
}

/** Runs the jobs that deliver drafts, as the worker would, and answers how many there were. */
export async function deliverWaitingDrafts(app: App): Promise<number> {
  const { rows } = await app.database.pool.query<{ payload: { organisationId: number; id: number } }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'deliver-draft' returning j.payload`,
  )
  for (const { payload } of rows) await deliverDraft(app, payload)
  return rows.length
}

/** Takes somebody off a matter, as if they had left it. */
export async function leaveMatter(app: App, { organisationId, matterId }: MailWorld, user: TestUser) {
  await internalTransaction(app, (tx) =>
    tx
      .deleteFrom('matter_members')
      .where('organisation_id', '=', organisationId)
      .where('matter_id', '=', matterId)
      .where('user_id', '=', user.id)
      .execute(),
  )
  await recountAll(app)
}
