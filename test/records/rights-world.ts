// An organisation, a law firm, and in both everybody whom the table of rights knows, for the test that goes through it.
import type { Group, Permission, Role } from '../../server/platform/actor.ts'
import { internalTransaction, systemActor } from '../../server/platform/events/change.ts'
import type { SubjectKind } from '../../server/platform/subject.ts'
import { placeOnForm } from '../../server/fields/commands/place-on-form.ts'
import { type RecordRight, type RecordRole, rightOf } from '../../server/records/rights/rights-table.ts'
import { createTaskTemplate } from '../../server/tasks/commands/create-task-template.ts'
import {
  createContractTemplate,
  createFirm,
  createOrganisation,
  createTeam,
  createUser,
  type TestUser,
} from '../factories.ts'
import { insertContract, insertDocument } from '../fixtures/contracts.ts'
import { insertFieldOn } from '../fixtures/fields.ts'
import { insertCategory, insertMatter } from '../fixtures/matters.ts'
import type { TestApp } from '../test-app.ts'
import { callerFor } from '../tokens.ts'
import type { Attempt, Tried } from './rights-attempts.ts'
import { statesOfRecords } from './rights-states.ts'

interface Kind {
  readonly ofFirm?: boolean
  readonly role: Role
  readonly groups?: readonly Group[]
  /** Whether they have the permission to manage invoices. */
  readonly bills?: boolean
  /** What they are on the record. */
  readonly is: 'owner' | 'manager' | 'delegateOwner' | 'delegateManager' | 'member' | 'inTeam' | 'nothing'
  /** What they are by the table, worked out by hand. */
  readonly roles: readonly RecordRole[]
}

/** What a contract only has with a document. */
const withDocument: readonly NonNullable<Attempt['with']>[] = [
  'document',
  'approval',
  'signedCopy',
  'correction',
]

const groups = ['MatterAdministrators', 'ContractAdministrators'] as const

// business people where that is possible, so that nothing comes from working in legal
const people = {
  owner: { role: 'Standard', is: 'owner', roles: ['owner', 'member'] },
  'delegate of the owner': { role: 'Standard', is: 'delegateOwner', roles: ['owner', 'member'] },
  manager: { role: 'Standard', is: 'manager', roles: ['manager', 'member'] },
  'delegate of the manager': { role: 'Standard', is: 'delegateManager', roles: ['manager', 'member'] },
  administrator: {
    role: 'Administrator',
    is: 'member',
    roles: ['administrator', 'legalMember', 'colleague', 'member'],
  },
  'record administrator': { role: 'Standard', groups, is: 'nothing', roles: ['recordAdministrator'] },
  'member in legal': { role: 'Contributor', is: 'member', roles: ['legalMember', 'colleague', 'member'] },
  'member without permissions': {
    role: 'Contributor',
    is: 'member',
    bills: false,
    roles: ['legalMember', 'colleague', 'member'],
  },
  // of what is in the bin
  'who deleted it': {
    role: 'Contributor',
    is: 'member',
    roles: ['legalMember', 'colleague', 'member', 'deleter'],
  },
  'colleague of the team': { role: 'Contributor', is: 'inTeam', roles: ['colleague'] },
  'business member': { role: 'Standard', is: 'member', roles: ['member'] },
  'owner of another organisation': {
    ofFirm: true,
    role: 'MatterManager',
    is: 'owner',
    roles: ['owner', 'member'],
  },
  'delegate of the owner at a firm': {
    ofFirm: true,
    role: 'MatterManager',
    is: 'delegateOwner',
    roles: ['owner', 'member'],
  },
  'manager at a firm': {
    ofFirm: true,
    role: 'MatterManager',
    bills: false,
    is: 'manager',
    roles: ['manager', 'member'],
  },
  'delegate of the manager at a firm': {
    ofFirm: true,
    role: 'MatterManager',
    is: 'delegateManager',
    roles: ['manager', 'member'],
  },
  'administrator of a firm': {
    ofFirm: true,
    role: 'Administrator',
    groups,
    is: 'member',
    roles: ['administrator', 'member'],
  },
  'member at a firm without permissions': {
    ofFirm: true,
    role: 'InhouseLegal',
    bills: false,
    is: 'member',
    roles: ['member'],
  },
  'member at a firm': { ofFirm: true, role: 'InhouseLegal', is: 'member', roles: ['member'] },
  'stranger at the firm': { ofFirm: true, role: 'Administrator', groups, is: 'nothing', roles: [] },
} as const satisfies Readonly<Record<string, Kind>>

export type PersonName = keyof typeof people
const all = Object.keys(people) as PersonName[]

/** Who is tried on a record of a kind: nobody manages a contract or stands in for its owner. */
export const personNames: Readonly<Record<SubjectKind, readonly PersonName[]>> = {
  matter: all,
  contract: all.filter((name) => ['owner', 'member', 'inTeam', 'nothing'].includes(people[name].is)),
}

export type RightsWorld = Awaited<ReturnType<typeof openRightsWorld>>

/** The organisations with their people, and how records with one of them on it are made. */
export async function openRightsWorld(parts: TestApp) {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const firm = await createFirm(app, organisationId)
  const permissions: readonly Permission[] = ['DeleteOwn', 'DeleteAll']
  const users = new Map<PersonName, TestUser>()
  for (const name of all) {
    const { role, groups: some = [], ofFirm = false, bills = true } = people[name] as Kind
    const of = ofFirm ? firm.id : organisationId
    const given = [...permissions, ...(bills ? (['ManageInvoices'] as const) : [])]
    users.set(name, await createUser(app, { organisationId: of, role, groups: some, permissions: given }))
  }
  const [boss, keeper, other] = [
    await createUser(app, { organisationId, role: 'Standard', permissions: ['ManageInvoices'] }),
    await createUser(app, { organisationId, role: 'Standard' }),
    await createUser(app, { organisationId, role: 'Contributor' }),
  ]
  const colleagues = {
    organisation: other,
    firm: await createUser(app, { organisationId: firm.id, role: 'MatterManager' }),
  }
  const biller = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  const gone = await createUser(app, { organisationId, role: 'Standard' })
  await internalTransaction(app, (tx) =>
    tx.updateTable('users').set({ status: 'Disabled' }).where('id', '=', gone.id).execute(),
  )
  const inTeam = users.get('colleague of the team')
  const teamId = await createTeam(app, { organisationId, members: inTeam ? [inTeam] : [] })
  const categoryId = await insertCategory(app, organisationId)
  const typeId = await createContractTemplate(app, { organisationId })
  const fieldId = await insertFieldOn(
    app,
    { organisationId, form: 'MatterDetails', categoryId },
    { title: 'Court', type: 'ShortText' },
  )
  const contractForm = { organisationId, form: 'ContractDetails', templateId: typeId } as const
  await placeOnForm(app, systemActor('test'), contractForm, { fieldId })
  const templateOf = (of: number) =>
    createTaskTemplate(app, systemActor('test'), {
      organisationId: of,
      name: 'Plan',
      items: [{ name: 'Read' }],
    })
  const templates = { organisation: await templateOf(organisationId), firm: await templateOf(firm.id) }
  const everybody = [...users.values()]
  const seen = {
    otherTypeId: await insertCategory(app, organisationId),
    matterId: await insertMatter(app, { owner: boss, categoryId, members: everybody }),
    contractId: await insertContract(app, { owner: boss, templateId: typeId, members: everybody }),
  }
  const asBoss = await callerFor(parts, boss)
  const asClerk = await callerFor(parts, await createUser(app, { organisationId, role: 'Standard', groups }))

  const userOf = (name: PersonName): TestUser => {
    const user = users.get(name)
    if (!user) throw new Error(name)
    return user
  }

  const insert = async (kind: SubjectKind, { is }: Kind, user: TestUser, values: object): Promise<number> => {
    const members = [boss, biller, ...(is === 'inTeam' || is === 'nothing' ? [] : [user])]
    if (kind === 'contract') {
      const id = await insertContract(app, {
        owner: boss,
        templateId: typeId,
        members,
        values: { team_id: teamId, ...values },
      })
      if (is === 'owner') await own('contracts', id, { owner_id: user.id })
      return id
    }
    const id = await insertMatter(app, {
      owner: keeper,
      categoryId,
      members,
      values: { team_id: teamId, manager_id: is === 'manager' ? user.id : boss.id, ...values },
    })
    if (is === 'owner') await own('matters', id, { owner_id: user.id })
    if (is === 'delegateOwner' || is === 'delegateManager') await delegate(id, user, is)
    return id
  }

  // nobody can make somebody of another organisation the owner; what was so once must not open the record
  const own = (table: 'matters' | 'contracts', id: number, values: { owner_id: string }) =>
    internalTransaction(app, (tx) =>
      tx
        .updateTable(table)
        .set(values)
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute(),
    )

  const delegate = (id: number, user: TestUser, is: 'delegateOwner' | 'delegateManager') =>
    internalTransaction(app, (tx) =>
      tx
        .updateTable('matter_members')
        .set(is === 'delegateOwner' ? { delegate_owner: true } : { delegate_manager: true })
        .where('organisation_id', '=', organisationId)
        .where('matter_id', '=', id)
        .where('user_id', '=', user.id)
        .execute(),
    )

  const states = statesOfRecords({
    app,
    organisationId,
    firm,
    boss,
    keeper,
    other,
    biller,
    gone,
    asBoss,
    asClerk,
  })

  return {
    organisationId,
    fieldIds: { matter: fieldId, contract: fieldId },
    /** A record with the person on it, and what an attempt on it needs. */
    async placed(kind: SubjectKind, name: PersonName, { values = {}, with: needs }: Attempt) {
      const person: Kind = people[name]
      const side = person.ofFirm === true ? 'firm' : 'organisation'
      const user = userOf(name)
      const id = await insert(kind, person, user, values)
      if (needs === 'request') await states.addRequest(id)
      if (needs && withDocument.includes(needs)) await insertDocument(app, boss, id)
      if (needs === 'signedCopy' || needs === 'correction') await states.addSignedCopy(id, needs)
      const by = name === 'who deleted it' ? user : boss
      const invoiceId = needs?.endsWith('Invoice') ? await states.addInvoice(id, { state: needs, side }) : 0
      const approvalId = needs === 'approval' ? await states.addApproval(id) : 0
      if (needs === 'bin' || needs === 'unattended') await states.hide(kind, id, { state: needs, by })
      const on: Tried = {
        ...seen,
        id,
        other,
        member: boss,
        colleague: colleagues[side],
        deputy: keeper,
        self: user,
        teamId,
        fieldId,
        templateId: templates[side],
        taskId: needs === 'task' ? await states.addTask(id) : 0,
        fileId: /file$/i.test(needs ?? '') ? await states.addFile(kind, id, needs) : 0,
        invoiceId,
        approvalId,
        firmId: firm.id,
        isFirm: side === 'firm',
      }
      return { on, caller: await callerFor(parts, user), seesIt: name !== 'stranger at the firm' }
    },
    /** Whether the table gives the right to somebody who is that. */
    mayByTable(name: PersonName, asked: RecordRight): boolean {
      const { roles, role, bills = true, ofFirm = false }: Kind = people[name]
      // for their own organisation, it is part of the right to all people
      const right = asked === 'ownColleagues' && !ofFirm ? 'members' : asked
      const { organisation, firms, opens, needs } = rightOf(right)
      if (needs === 'billing' && !bills && !(ofFirm && role === 'MatterManager')) return false
      const opened = opens?.unlessClosed === true ? opens.to : []
      const who: readonly RecordRole[] = ofFirm ? [...firms, ...opened] : organisation
      return who.some((role) => roles.includes(role))
    },
  }
}
