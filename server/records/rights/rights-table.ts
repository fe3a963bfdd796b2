// Who may do what with a record: property by property and act by act, for people of the organisation that owns the
// record and for those of another organisation on it, a law firm above all. Checks, `can`, the web app, the tests and
// docs/access.md follow from this table; no rule about it is written anywhere else.
//
// property   of the record, by the name that operations know it by: a change of it asks for the right
// act        anything else that somebody does with the record or with what is attached to it
// firm       another organisation than the one that owns the record
// opened     to the firm's people in charge by an administrator of the organisation, for all records of a type
import { kindNames, kinds } from '../kinds.ts'
import type { SubjectKind } from '../../platform/subject.ts'

/**
 * What somebody is to a record of their own organisation; somebody can be several of these.
 *
 * owner                the owner, and who stands in for them
 * manager              the manager, and who stands in for them
 * administrator        the role Administrator
 * recordAdministrator  the administrators group of the kind
 * legalMember          a member who works in legal, or is in that group
 * colleague            works in legal, or manages the intake that the record waits in: sees it without being a member
 *                      as well
 * member               on it, whatever their role
 */
const organisationRoles = [
  'owner',
  'manager',
  'administrator',
  'recordAdministrator',
  'legalMember',
  'colleague',
  'member',
] as const
export type OrganisationRole = (typeof organisationRoles)[number]

/** What somebody of a firm is to a record: owner and manager as above, the firm's administrator, any member. */
const firmRoles = ['owner', 'manager', 'administrator', 'member'] as const
export type FirmRole = (typeof firmRoles)[number]

/** What somebody is to a record in the bin besides: they deleted it, within the last day. */
type BinRole = 'deleter'

export type RecordRole = OrganisationRole | BinRole

/** What a right asks of the account of a person, besides what they are to the record. */
export const rightNeeds = {
  billing: 'with the permission to manage invoices (at a firm: or the role MatterManager)',
} as const
export type RightNeed = keyof typeof rightNeeds

export interface Right {
  readonly kinds: readonly SubjectKind[]
  readonly is: 'property' | 'act'
  /** In a sentence: "the name". */
  readonly words: string
  readonly organisation: readonly (OrganisationRole | BinRole)[]
  readonly firms: readonly FirmRole[]
  readonly needs?: RightNeed
  /** Only while the record is in the bin, or while nobody of its organisation can open it. */
  readonly while?: 'binned' | 'unattended'
  /**
   * Which of a firm's people get the right where the type of the record opens it to firms, and whether types do so
   * unless an administrator says otherwise.
   */
  readonly opens?: { readonly to: readonly FirmRole[]; readonly unlessClosed: boolean }
}

const both = kindNames
const matter = [kinds.matter.one] as const
const contract = [kinds.contract.one] as const

/** Who changes a record for the organisation. Business people on it read and add, no more. */
const changers = [
  'owner',
  'manager',
  'administrator',
  'recordAdministrator',
  'legalMember',
  'colleague',
] as const
/** Who answers for the work of a firm. */
const inCharge = ['owner', 'manager'] as const
const nobody = [] as const

const property = (kinds: Right['kinds'], words: string): Right => ({
  kinds,
  is: 'property',
  words,
  organisation: changers,
  firms: nobody,
})

/** A property of matters that can be opened to firms. */
const openProperty = (kinds: Right['kinds'], words: string): Right => ({
  ...property(kinds, words),
  opens: { to: inCharge, unlessClosed: false },
})

type Who = Pick<Right, 'organisation' | 'firms' | 'needs' | 'while' | 'opens'>

const act = (kinds: Right['kinds'], words: string, who: Who): Right => ({ kinds, is: 'act', words, ...who })

/** Work on invoices of a matter: people of a firm see those of their own firm only. */
const billing = (words: string, firms: Right['firms']): Right =>
  act(matter, words, { organisation: organisationRoles, firms, needs: 'billing' })

const rightsTable = {
  name: openProperty(both, 'the name'),
  categoryId: openProperty(matter, 'the type'),
  ownerId: property(both, 'the owner'),
  managerId: property(matter, 'the manager'),
  teamId: openProperty(both, 'the team'),
  // who is no member would not see it any more
  restricted: { ...property(both, 'who sees it'), organisation: ['owner', 'manager', 'legalMember'] },
  urgent: openProperty(matter, 'whether it is urgent'),
  externalId: openProperty(both, 'the external id'),
  parentId: openProperty(both, 'what it is part of'),
  matterId: property(contract, 'the matter it belongs to'),
  expiry: property(contract, 'the day it expires'),
  reference: openProperty(matter, "the client's reference"),
  managerReference: openProperty(matter, "the reference of the manager's firm"),
  purchaseOrderNumber: openProperty(matter, 'the purchase order'),
  fields: openProperty(both, 'custom fields'),
  tags: openProperty(matter, 'the tags'),
  terms: openProperty(matter, 'the terms'),
  delegates: property(matter, 'who stands in for owner and manager'),
  members: property(both, 'the people on it'),
  state: { ...property(matter, 'the status, while work goes on'), firms: inCharge },
  completion: openProperty(matter, 'completing, archiving and reopening it'),
  stage: property(contract, 'the stage'),
  keyDates: property(contract, 'its key dates'),
  noticePeriod: property(contract, 'its notice period'),
  renewal: property(contract, 'its renewal, and deciding about it'),

  contribute: act(both, 'adding tasks, files, mail and messages', {
    organisation: organisationRoles,
    firms: firmRoles,
  }),
  ownColleagues: act(matter, 'putting colleagues of the same firm on it as members, and taking them off', {
    organisation: nobody,
    firms: nobody,
    opens: { to: inCharge, unlessClosed: true },
  }),
  draftMail: act(matter, 'drafting mail for its conversation and its files', {
    organisation: organisationRoles,
    firms: firmRoles,
  }),
  leave: act(both, 'leaving it', { organisation: ['member'], firms: ['member'] }),
  changeTasks: act(matter, 'updating and deleting tasks of others', {
    organisation: changers,
    firms: inCharge,
  }),
  addTaskTemplates: act(matter, 'adding the tasks of a template', {
    organisation: changers,
    firms: inCharge,
  }),
  changeFiles: act(both, 'renaming, replacing and locking files of others', {
    organisation: changers,
    firms: inCharge,
  }),
  removeFiles: act(both, 'deleting files of others, and moving them to another record', {
    organisation: changers,
    firms: nobody,
  }),
  breakFileLocks: act(both, 'ending the locks of others', { organisation: ['administrator'], firms: nobody }),
  privateFiles: act(both, 'private files of others', { organisation: changers, firms: inCharge }),
  proposeScope: act(matter, 'proposing a scope', { organisation: changers, firms: inCharge }),
  answerScope: act(matter, 'declining a proposed scope or taking it back', {
    organisation: changers,
    firms: inCharge,
  }),
  acceptAsOwner: act(matter, 'accepting what is proposed to the owner', {
    organisation: ['owner'],
    firms: ['owner'],
  }),
  acceptAsManager: act(matter, 'accepting what is proposed to the manager', {
    organisation: ['manager'],
    firms: ['manager'],
  }),
  assignRequest: act(matter, 'giving a request a manager and a team', {
    organisation: ['administrator', 'recordAdministrator', 'colleague'],
    firms: nobody,
  }),
  answerRequest: act(matter, 'asking about, accepting and declining a request', {
    organisation: ['manager', 'administrator', 'recordAdministrator', 'colleague'],
    firms: ['manager'],
  }),
  createInvoices: billing('creating and importing invoices', firmRoles),
  changeInvoices: billing('changing drafts of invoices that their organisation wrote', firmRoles),
  postInvoices: billing('submitting invoices', firmRoles),
  reviewInvoices: billing(
    'taking invoices into review, allocating them, and deciding on their lines',
    nobody,
  ),
  approveInvoices: billing('approving invoices', nobody),
  declineInvoices: billing('declining invoices', nobody),
  payInvoices: billing('noting that invoices are paid, or not', nobody),
  noteInvoices: billing('notes and purchase orders of submitted invoices', nobody),
  setBudget: billing(
    'setting the budget, what a matter may cost, fee arrangements, and what invoices are allocated over',
    nobody,
  ),
  proposeBudget: act(matter, 'proposing a budget, and stating what their work will still cost', {
    organisation: nobody,
    firms: firmRoles,
    needs: 'billing',
  }),
  decideForInvoiceApprovers: act(matter, 'deciding for those who approve invoices', {
    organisation: ['administrator', 'recordAdministrator'],
    firms: nobody,
  }),
  setRates: billing('agreeing rates that are for it alone', nobody),
  voidInvoices: billing('voiding invoices, of a firm until they are reviewed', firmRoles),
  manageApproval: act(contract, 'asking for approval, reminding, withdrawing and repeating it', {
    organisation: changers,
    firms: nobody,
  }),
  decideForApprovers: act(contract, 'deciding for approvers, and handing their decisions on', {
    organisation: ['administrator', 'recordAdministrator'],
    firms: nobody,
  }),
  voidContract: act(contract, 'voiding it, and taking it back from Void', {
    organisation: ['owner', 'administrator', 'recordAdministrator'],
    firms: nobody,
  }),
  expireByHand: act(contract, 'setting it to Expired by hand', {
    organisation: ['administrator', 'recordAdministrator'],
    firms: nobody,
  }),
  correctExecuted: act(contract, 'opening it for a correction when it is executed', {
    organisation: ['administrator', 'recordAdministrator'],
    firms: nobody,
  }),
  shareDocument: act(contract, 'sending its document to the other side, and accepting what comes back', {
    organisation: changers,
    firms: nobody,
  }),
  hold: act(both, 'setting and ending legal holds', { organisation: ['administrator'], firms: nobody }),
  delete: act(both, 'deleting it, with the permission to', { organisation: changers, firms: nobody }),
  restore: act(both, 'restoring it from the bin; within a day, who deleted it as well', {
    organisation: ['administrator', 'deleter'],
    firms: nobody,
    while: 'binned',
  }),
  purge: act(both, 'deleting it from the bin for good', {
    organisation: ['administrator'],
    firms: nobody,
    while: 'binned',
  }),
  takeOver: act(both, 'taking it over when nobody can open it', {
    organisation: ['administrator'],
    firms: nobody,
    while: 'unattended',
  }),
} as const satisfies Readonly<Record<string, Right>>

/** A property or an act of the table. */
export type RecordRight = keyof typeof rightsTable

/** The rights by name, where their own types do not matter. */
export const rightOf = (name: RecordRight): Right => rightsTable[name]

export const recordRights = Object.keys(rightsTable) as RecordRight[]
