// Every v2 list that supports $filter, with its properties, for docs/odata-properties.md. Generation fails if a route
// is missing here.
import { listingOf } from '../server/records/lists/record-lists.ts'
import { memberListing } from '../server/records/member-listing.ts'
import { binRows as recordBinRows } from '../server/records/bin.ts'
import { heldRows } from '../server/records/held-records.ts'
import { unattendedRows } from '../server/records/unattended.ts'
import { recordBinProperties } from '../server/records/v2/bin.ts'
import { heldProperties } from '../server/records/v2/held-records.ts'
import { unattendedProperties } from '../server/records/v2/unattended.ts'
import { memberProperties } from '../server/records/v2/members.ts'
import { entityRows } from '../server/contracts/entity-rows.ts'
import { partyProperties } from '../server/contracts/v2/parties.ts'
import { conversationListing } from '../server/records/conversations/message-lists.ts'
import { conversationProperties } from '../server/records/conversations/v2/conversations.wire.ts'
import { draftRows, emailMessageListing, threadRows } from '../server/emails/mail-lists.ts'
import {
  draftProperties,
  messageProperties as emailMessageProperties,
  threadProperties,
} from '../server/emails/v2/emails.wire.ts'
import { fieldListing } from '../server/fields/field-rows.ts'
import { optionListing } from '../server/fields/option-rows.ts'
import { fieldProperties } from '../server/fields/v2/fields.wire.ts'
import { optionProperties } from '../server/fields/v2/options.wire.ts'
import { binRows } from '../server/files/bin.ts'
import { fileListing } from '../server/files/lists/list-all.ts'
import { binProperties } from '../server/files/v2/bin.ts'
import { fileLinkProperties } from '../server/files/v2/file-links.wire.ts'
import { fileProperties } from '../server/http/v2/files.wire.ts'
import { historyListing } from '../server/history/list-history.ts'
import { historyProperties } from '../server/history/v2/history.wire.ts'
import { messageProperties } from '../server/http/v2/status-messages.wire.ts'
import type { Resource } from '../server/http/v2/odata-properties.ts'
import { contractLists } from './odata-contract-lists.ts'
import { invoiceLists } from './odata-invoice-lists.ts'
import { categoryListing } from '../server/matters/categories.ts'
import { matterKind } from '../server/matters/matter-kind.ts'
import { tagListing } from '../server/matters/tag-listing.ts'
import { matterFilters, matterProperties } from '../server/matters/v2/matters.wire.ts'
import { entryRows } from '../server/reference-lists/list-entries.ts'
import { anyList } from '../server/reference-lists/reference-list.ts'
import { entryProperties } from '../server/reference-lists/v2/reference-lists.wire.ts'
import { tagProperties } from '../server/matters/v2/tags.ts'
import { matterTypeProperties } from '../server/matters/v2/types.wire.ts'
import { linkRows, offerRows } from '../server/identity/organisations/links.ts'
import {
  departmentRows,
  organisationRows,
  regionRows,
} from '../server/identity/organisations/organisation-lists.ts'
import { linkProperties, offerProperties } from '../server/identity/organisations/v2/links.wire.ts'
import {
  departmentProperties,
  organisationProperties,
  regionProperties,
} from '../server/identity/organisations/v2/organisations.wire.ts'
import type { Actor } from '../server/platform/actor.ts'
import type { App } from '../server/platform/app.ts'
import { firmInvitationRows, invitationRows } from '../server/identity/sessions/invitations.ts'
import { waitingListing } from '../server/intake/waiting-requests.ts'
import { queueProperties } from '../server/intake/v2/queue.wire.ts'
import { taskListing } from '../server/tasks/task-rows.ts'
import { taskTemplateListing } from '../server/tasks/list-templates.ts'
import { taskProperties } from '../server/tasks/v2/tasks.wire.ts'
import { taskTemplateProperties } from '../server/tasks/v2/templates.wire.ts'
import { messageListing } from '../server/identity/users/status-message-columns.ts'
import { peopleListing } from '../server/identity/users/list-people.ts'
import { customRoleListing } from '../server/identity/users/list-custom-roles.ts'
import { teamListing } from '../server/identity/users/list-teams.ts'
import { reportLists } from './odata-report-lists.ts'
import { viewListing } from '../server/records/views/list-views.ts'
import { viewProperties } from '../server/records/views/v2/views.wire.ts'
import { invitationProperties } from '../server/identity/users/v2/accounts.wire.ts'
import { firmInvitationProperties } from '../server/identity/users/v2/firm-invitations.wire.ts'
import { customRoleProperties } from '../server/identity/users/v2/custom-roles.wire.ts'
import { teamProperties } from '../server/identity/users/v2/teams.wire.ts'
import { userCollections, userProperties } from '../server/identity/users/v2/users.wire.ts'
import { firmRows } from '../server/identity/users/law-firms.ts'
import { firmProperties } from '../server/identity/users/v2/law-firms.ts'

export interface DocumentedList {
  /** As spelled in OpenAPI. */
  readonly paths: readonly string[]
  readonly resource: Resource
  /** Whether custom fields are among its properties. */
  readonly withFields?: boolean
}

/** a placeholder for any reader: the properties of a list do not depend on the caller, only its content does */
const reader: Actor = {
  userId: '00000000-0000-4000-8000-000000000000',
  name: 'Reader',
  organisationId: 1,
  organisationType: 'Customer',
  organisationIds: [1],
  role: 'Standard',
  permissions: new Set(),
  groups: new Set(),
  teamIds: [],
  via: { kind: 'system', name: 'generate' },
  requestId: null,
}

const workLists: readonly DocumentedList[] = [
  {
    paths: ['/v2/tasks', '/v2/tasks/export', '/v2/tasks/summary'],
    resource: { ...taskListing, properties: taskProperties },
  },
  {
    paths: ['/v2/intake', '/v2/intake/export', '/v2/intake/summary'],
    resource: { ...waitingListing, properties: queueProperties },
  },
  { paths: ['/v2/taskTemplates'], resource: { ...taskTemplateListing, properties: taskTemplateProperties } },
  {
    paths: ['/v2/matters/{matterId}/members', '/v2/contracts/{contractId}/members'],
    resource: { ...memberListing(matterKind, reader), properties: memberProperties },
  },
  {
    paths: ['/v2/matters/{matterId}/statusMessages', '/v2/contracts/{contractId}/statusMessages'],
    resource: { ...messageListing('matter_status_messages'), properties: messageProperties },
  },
]

const matterLists = (app: App): readonly DocumentedList[] => [
  {
    paths: ['/v2/matters', '/v2/matters/export', '/v2/matters/summary'],
    resource: {
      ...listingOf(matterKind, app, reader),
      properties: { ...matterProperties, ...matterFilters.properties },
      collectionProperties: matterFilters.collections,
    },
    withFields: true,
  },
  { paths: ['/v2/matterTypes'], resource: { ...categoryListing, properties: matterTypeProperties } },
  {
    paths: ['/v2/tags', '/v2/matters/{matterId}/tags'],
    resource: { ...tagListing, properties: tagProperties },
  },
]

const otherLists = (app: App): readonly DocumentedList[] => [
  { paths: ['/v2/files', '/v2/files/export'], resource: { ...fileListing(app), properties: fileProperties } },
  { paths: ['/v2/fileLinks'], resource: { ...fileListing(app), properties: fileLinkProperties } },
  {
    paths: ['/v2/referenceLists/{list}/entries'],
    resource: { ...entryRows(app, reader, anyList).listing, properties: entryProperties },
  },
  {
    paths: ['/v2/contractParties'],
    resource: { ...entityRows(app, reader).listing, properties: partyProperties },
  },
  {
    paths: ['/v2/bin/matters', '/v2/bin/contracts'],
    resource: { ...recordBinRows(matterKind, app, reader).listing, properties: recordBinProperties },
  },
  {
    paths: ['/v2/unattended/matters', '/v2/unattended/contracts'],
    resource: { ...unattendedRows(matterKind, app, reader).listing, properties: unattendedProperties },
  },
  {
    paths: ['/v2/legalHolds/matters', '/v2/legalHolds/contracts'],
    resource: { ...heldRows(matterKind, app, reader).listing, properties: heldProperties },
  },
  { paths: ['/v2/bin'], resource: { ...binRows(app, reader).listing, properties: binProperties } },
  { paths: ['/v2/fields'], resource: { ...fieldListing, properties: fieldProperties } },
  { paths: ['/v2/fields/{fieldId}/options'], resource: { ...optionListing, properties: optionProperties } },
  ...invoiceLists(app, reader),
]

const viewList: DocumentedList = {
  paths: ['/v2/views'],
  resource: { ...viewListing, properties: viewProperties },
}

const historyList: DocumentedList = {
  paths: [
    '/v2/history',
    '/v2/me/changes',
    '/v2/matters/{matterId}/history',
    '/v2/contracts/{contractId}/history',
    '/v2/files/{fileId}/history',
    '/v2/invoices/{invoiceId}/history',
    '/v2/tasks/{taskId}/history',
    '/v2/history/export',
    '/v2/matters/{matterId}/history/export',
    '/v2/contracts/{contractId}/history/export',
  ],
  resource: { ...historyListing, properties: historyProperties },
}

const emailLists = (app: App): readonly DocumentedList[] => [
  {
    paths: ['/v2/emailThreads'],
    resource: { ...threadRows(app, reader).listing, properties: threadProperties },
  },
  {
    paths: ['/v2/emailThreads/{threadId}/messages'],
    resource: { ...emailMessageListing, properties: emailMessageProperties },
  },
  {
    paths: ['/v2/emailDrafts'],
    resource: { ...draftRows(app, reader).listing, properties: draftProperties },
  },
  {
    paths: ['/v2/matters/{matterId}/conversation', '/v2/contracts/{contractId}/conversation'],
    resource: { ...conversationListing('matter'), properties: conversationProperties },
  },
]

const accountLists = (app: App): readonly DocumentedList[] => [
  { paths: ['/v2/customRoles'], resource: { ...customRoleListing, properties: customRoleProperties } },
  { paths: ['/v2/teams'], resource: { ...teamListing, properties: teamProperties } },
  {
    paths: ['/v2/users', '/v2/users/export', '/v2/teams/{teamId}/members'],
    resource: {
      ...peopleListing(reader),
      properties: userProperties,
      collectionProperties: userCollections,
    },
  },
  {
    paths: ['/v2/invitations'],
    resource: { ...invitationRows(app, reader).listing, properties: invitationProperties },
  },
  {
    paths: ['/v2/firmInvitations'],
    resource: { ...firmInvitationRows(app, reader).listing, properties: firmInvitationProperties },
  },
  {
    paths: ['/v2/organizations'],
    resource: { ...organisationRows(app, reader).listing, properties: organisationProperties },
  },
  { paths: ['/v2/lawFirms'], resource: { ...firmRows(app, reader).listing, properties: firmProperties } },
  {
    paths: ['/v2/organizationLinks'],
    resource: { ...linkRows(app, reader).listing, properties: linkProperties },
  },
  {
    paths: ['/v2/organizationLinkOffers'],
    resource: { ...offerRows(app, reader).listing, properties: offerProperties },
  },
  {
    paths: ['/v2/departments'],
    resource: { ...departmentRows(app, reader).listing, properties: departmentProperties },
  },
  { paths: ['/v2/regions'], resource: { ...regionRows(app, reader).listing, properties: regionProperties } },
]

/** All lists, in the order of the page. */
export const documentedLists = (app: App): readonly DocumentedList[] => [
  ...contractLists(app, reader),
  ...matterLists(app),
  ...workLists,
  ...otherLists(app),
  ...emailLists(app),
  ...accountLists(app),
  historyList,
  viewList,
  ...reportLists,
]
