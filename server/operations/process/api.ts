// Every route module in one list: routes not listed here do not exist.
import { calendarRoutes } from '../../calendars/endpoints/calendar.ts'
import { calendarFeedRoutes } from '../../calendars/v2/calendar-feeds.ts'
import { keyDateRoutes } from '../../contracts/v1/key-dates.ts'
import { contractRoutes } from '../../contracts/v1/contracts.ts'
import { contractLookupRoutes } from '../../contracts/v1/lookups.ts'
import { contractRoutesV2, matterOfContractRoutes } from '../../contracts/v2/contracts.ts'
import { approvalDelegateRoutes } from '../../contracts/v2/approval-delegates.ts'
import { approvalRoutes } from '../../contracts/v2/approvals.ts'
import { clauseComparisonRoutes } from '../../contracts/v2/clauses/clause-comparison.ts'
import { clauseUseRoutes } from '../../contracts/v2/clauses/clause-uses.ts'
import { clauseRoutes } from '../../contracts/v2/clauses/clauses.ts'
import { approvalDefaultRoutes } from '../../contracts/v2/approval-defaults.ts'
import { contractTypeApprovalRoutes } from '../../contracts/v2/type-approvals.ts'
import { keyFactRoutes } from '../../contracts/v2/key-facts.ts'
import { listedKeyFactRoutes } from '../../contracts/v2/listed-key-facts.ts'
import { noticePeriodRoutes } from '../../contracts/v2/notice-period.ts'
import { invoicesApi } from './invoices-api.ts'
import { signingApi } from './signing-api.ts'
import { keyDateRoutesV2 } from '../../contracts/v2/key-dates.ts'
import { contractTypeAdministrationRoutes } from '../../contracts/v2/type-administration.ts'
import { contractTypeDocumentRoutes } from '../../contracts/v2/type-document.ts'
import { noticeTemplateRoutes } from '../../contracts/v2/notice-templates.ts'
import { documentReaderRoutes } from '../../contracts/v2/document-reader.ts'
import { contractTypePlaceholderRoutes } from '../../contracts/v2/type-placeholders.ts'
import { contractTypePreviewRoutes } from '../../contracts/v2/type-preview.ts'
import { contractTypeFormRoutes } from '../../contracts/v2/type-forms.ts'
import { partiesOfContractRoutes } from '../../contracts/v2/contract-parties.ts'
import { contractPartyRoutes } from '../../contracts/v2/parties.ts'
import { contractTypeRoutes } from '../../contracts/v2/types.ts'
import { contractGroupRoutes } from '../../contracts/v2/groups.ts'
import { contractTemplateRoutes } from '../../contracts/v1/templates.ts'
import { contractUserRoutes } from '../../contracts/v1/users.ts'
import { documentCommentRoutes } from '../../records/conversations/v2/document-comments.ts'
import { conversationRoutes } from '../../records/conversations/v2/record-conversation.ts'
import { emailDraftRoutes } from '../../emails/v1/drafts.ts'
import { emailRoutesV2 } from '../../emails/v2/emails.ts'
import { emailThreadRoutes } from '../../emails/v1/threads.ts'
import { choiceRoutes } from '../../fields/v1/choices.ts'
import { fieldRoutes } from '../../fields/v1/fields.ts'
import { fieldRoutesV2 } from '../../fields/v2/fields.ts'
import { coreFormRoutes } from '../../fields/v2/core-forms.ts'
import { fieldDefinitionRoutes } from '../../fields/v2/definitions.ts'
import { fieldOptionRoutes } from '../../fields/v2/options.ts'
import { fileRoutes } from '../../files/v1/files.ts'
import { binRoutes } from '../../files/v2/bin.ts'
import { fileArchiveRoutesV2 } from '../../files/v2/archive.ts'
import { stagedFileRoutesV2 } from '../../files/v2/staged-files.ts'
import { fileLockRoutesV2 } from '../../files/v2/locks.ts'
import { resumableUploadRoutes } from '../../files/v2/resumable-uploads.ts'
import { comparisonRoutesV2 } from '../../files/v2/comparisons.ts'
import { editingRoutesV2 } from '../../files/v2/editing.ts'
import { markupRoutesV2 } from '../../files/v2/markup.ts'
import { fileVersionRoutesV2 } from '../../files/v2/versions.ts'
import { fileRoutesV2 } from '../../files/v2/files.ts'
import { newVersionRoutes } from '../../files/v2/new-versions.ts'
import { fileLinkRoutes } from '../../files/v2/file-links.ts'
import { fileUploadRoutesV2 } from '../../files/v2/uploads.ts'
import { folderRoutes } from '../../files/v1/folders.ts'
import { fileMoveRoutesV2 } from '../../files/v2/moves.ts'
import { fileMoveRoutes } from '../../files/v1/moves.ts'
import { finaliseRoutes, rawUploadRoutes } from '../../files/v1/uploads.ts'
import { importBucketRoutes } from '../../imports/v2/import-buckets.ts'
import { importFileRoutes } from '../../imports/v2/import-files.ts'
import { importMappingRoutes } from '../../imports/v2/import-mappings.ts'
import { importRowRoutes } from '../../imports/v2/import-rows.ts'
import { importRoutes } from '../../imports/v2/imports.ts'
import { identityApi } from './identity-api.ts'
import { importKinds } from './import-kinds.ts'
import { kindNames } from '../../records/kinds.ts'
import { viewRoutes } from '../../records/views/v2/views.ts'
import { historyExportRoutes } from '../../history/v2/exports.ts'
import { contractReportRoutes, reportedApprovals } from '../../contracts/v2/reports.ts'
import { taskReportRoutes } from '../../tasks/v2/reports.ts'
import { reportUnsubscribeRoutes } from '../../reports/endpoints/unsubscribe.ts'
import { dashboardRoutes } from '../../reports/v2/own-dashboards.ts'
import { reportMailingRoutes } from '../../reports/v2/mailings.ts'
import { reportRoutes } from '../../reports/v2/reports.ts'
import { savedReportRoutes } from '../../reports/v2/saved-reports.ts'
import { fileReportRoutes } from '../../files/v2/reports.ts'
import { historyRoutes } from '../../history/v2/history.ts'
import type { RouteModule } from '../../http/route.ts'
import { intakeRoutes } from '../../intake/v2/intake.ts'
import { requestTypeRoutes } from '../../intake/v2/request-types.ts'
import { demoDataRoutes } from '../../own-demo/v2/own-demo.ts'
import { firstStepRoutes } from '../../overview/v2/first-steps.ts'
import { starterSetRoutes } from '../../starter-sets/v2/starter-sets.ts'
import { typeUsageRoutes } from '../../intake/v2/type-usage.ts'
import { requestRoutes } from '../../intake/v2/requests.ts'
import { queueRoutes } from '../../intake/v2/queue.ts'
import { matterCategoryRoutes } from '../../matters/v1/categories.ts'
import { matterLookupRoutes } from '../../matters/v1/lookups.ts'
import { matterRoutes } from '../../matters/v1/matters.ts'
import { firmRightsRoutes } from '../../matters/v2/firm-rights.ts'
import { matterReferenceRoutes } from '../../matters/v2/references.ts'
import { matterRoutesV2 } from '../../matters/v2/matters.ts'
import { matterAgreementRoutes } from '../../matters/v2/agreements.ts'
import { tagRoutes } from '../../matters/v2/tags.ts'
import { matterTypeAdministrationRoutes } from '../../matters/v2/type-administration.ts'
import { matterTypeRoutes } from '../../matters/v2/types.ts'
import { matterUserRoutes } from '../../matters/v1/users.ts'
import { unsubscribeRoutes } from '../../notifications/endpoints/unsubscribe.ts'
import { notificationRoutes } from '../../notifications/v2/notifications.ts'
import { mailTextRoutes } from '../mail-texts/v2/mail-texts.ts'
import { referenceListRoutes } from '../../reference-lists/v2/reference-lists.ts'
import { recentRoutes } from '../../recents/v1/recents.ts'
import { bulkChanges } from './bulk-changes.ts'
import { jobRoutes } from '../../records/bulk/v2/jobs.ts'
import { sandboxRoutes } from '../../sandbox/v2/sandbox.ts'
import { streamRoutes } from '../../records/stream/v2/stream.ts'
import { binOfManyRoutes } from '../../records/v2/bin-of-many.ts'
import { purgedKinds, recordRoutes } from './record-kinds.ts'
import { reportedLists } from './reported-lists.ts'
import { statusRoutes } from '../health/status.ts'
import { backgroundWorkRoutes } from '../background-work/v2/background-work.ts'
import { healthRoutes } from '../health/v2/health.ts'
import { taskRoutes } from '../../tasks/v1/tasks.ts'
import { meRoutes } from '../../me/v2/me.ts'
import { handoverRoutes } from '../../handover/v2/handover.ts'
import { numberingRoutes } from '../../numbering/v2/numbering.ts'
import { statusNameRoutes } from '../../status-names/v2/status-names.ts'
import { departmentRoute } from '../../me/v2/department.ts'
import { taskRoutesV2 } from '../../tasks/v2/tasks.ts'
import { taskTemplateRoutes } from '../../tasks/v2/templates.ts'
import { typeTemplateRoutes } from '../../tasks/v2/type-templates.ts'
import { offboardingRoutes } from '../offboarding/v2/deletion.ts'
import { storedExportRoutes } from '../offboarding/v2/stored-exports.ts'
import { quickFindRoutesV2 } from '../../search/v2/quick-find.ts'
import { searchRoutesV2 } from '../../search/v2/search.ts'
import { subscriptionRoutes } from '../../webhooks/v1/subscriptions.ts'
import { webhookDeliveryRoutes } from '../../webhooks/v2/deliveries.ts'
import { colleaguesSubscriptionRoutes } from '../../webhooks/v2/colleagues-subscriptions.ts'
import { webhookSubscriptionRoutes } from '../../webhooks/v2/subscriptions.ts'
import { explorerRoutes } from '../../web/explorer.ts'
import { webAppRoutes } from '../../web/web-app.ts'

export const api: readonly RouteModule[] = [
  ...identityApi,
  numberingRoutes,
  statusNameRoutes,
  mailTextRoutes,
  handoverRoutes,
  offboardingRoutes,
  storedExportRoutes,
  recentRoutes,
  ...recordRoutes,
  ...kindNames.map(conversationRoutes),
  contractRoutes,
  contractUserRoutes,
  keyDateRoutes,
  contractTemplateRoutes,
  contractRoutesV2,
  contractTypeRoutes,
  contractTypeAdministrationRoutes,
  contractTypeFormRoutes,
  contractTypePreviewRoutes,
  contractTypeDocumentRoutes,
  contractTypePlaceholderRoutes,
  noticeTemplateRoutes,
  documentReaderRoutes,
  contractGroupRoutes,
  keyDateRoutesV2,
  noticePeriodRoutes,
  ...signingApi,
  approvalDelegateRoutes,
  approvalRoutes,
  contractTypeApprovalRoutes,
  approvalDefaultRoutes,
  clauseRoutes,
  clauseUseRoutes,
  clauseComparisonRoutes,
  keyFactRoutes,
  listedKeyFactRoutes,
  matterOfContractRoutes,
  contractPartyRoutes,
  partiesOfContractRoutes,
  contractLookupRoutes,
  matterCategoryRoutes,
  matterRoutes,
  matterRoutesV2,
  matterTypeRoutes,
  matterTypeAdministrationRoutes,
  firmRightsRoutes,
  tagRoutes,
  referenceListRoutes,
  matterReferenceRoutes,
  matterAgreementRoutes,
  requestTypeRoutes,
  firstStepRoutes,
  demoDataRoutes,
  starterSetRoutes,
  typeUsageRoutes,
  requestRoutes,
  intakeRoutes,
  queueRoutes,
  matterUserRoutes,
  matterLookupRoutes,
  subscriptionRoutes,
  searchRoutesV2,
  quickFindRoutesV2,
  webhookSubscriptionRoutes,
  colleaguesSubscriptionRoutes,
  webhookDeliveryRoutes,
  notificationRoutes,
  streamRoutes,
  meRoutes,
  calendarFeedRoutes,
  calendarRoutes,
  unsubscribeRoutes,
  reportUnsubscribeRoutes,
  fieldRoutes,
  fieldRoutesV2,
  choiceRoutes,
  fieldOptionRoutes,
  fieldDefinitionRoutes,
  coreFormRoutes,
  fileRoutes,
  fileRoutesV2,
  newVersionRoutes,
  fileVersionRoutesV2,
  comparisonRoutesV2,
  markupRoutesV2,
  editingRoutesV2,
  documentCommentRoutes,
  fileLockRoutesV2,
  stagedFileRoutesV2,
  resumableUploadRoutes,
  fileArchiveRoutesV2,
  fileMoveRoutesV2,
  fileLinkRoutes,
  binRoutes,
  binOfManyRoutes(purgedKinds),
  fileUploadRoutesV2,
  taskRoutes,
  taskRoutesV2,
  taskTemplateRoutes,
  typeTemplateRoutes,
  folderRoutes,
  ...invoicesApi,
  fileMoveRoutes,
  rawUploadRoutes,
  finaliseRoutes,
  emailThreadRoutes,
  emailDraftRoutes,
  emailRoutesV2,
  statusRoutes,
  healthRoutes,
  backgroundWorkRoutes,
  webAppRoutes,
  explorerRoutes,
  jobRoutes(bulkChanges),
  ...importRoutes(importKinds),
  importFileRoutes,
  importMappingRoutes,
  importRowRoutes,
  importBucketRoutes,
  sandboxRoutes,
  historyRoutes,
  historyExportRoutes,
  viewRoutes(reportedLists),
  departmentRoute([...reportedLists, reportedApprovals]),
  contractReportRoutes,
  taskReportRoutes,
  reportRoutes(reportedLists),
  savedReportRoutes(reportedLists),
  reportMailingRoutes,
  dashboardRoutes,
  fileReportRoutes,
]
