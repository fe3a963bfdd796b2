// Every access case, in one plain list.
import { accountCases } from './account.ts'
import { accountCasesV2 } from './v2/account.ts'
import { partyCases } from './v2/parties.ts'
import { binCases } from './v2/bin.ts'
import { besideCases } from './v2/record-details.ts'
import { relationCases } from './v2/relations.ts'
import { type CompleteCase, withDefaults } from './case.ts'
import { administrationCases } from './v2/administration.ts'
import { contractCases } from './contracts.ts'
import { emailCases } from './emails.ts'
import { lawFirmCases } from './v2/law-firms.ts'
import { insideCostCases } from './v2/inside-costs.ts'
import { exchangeRateCases } from './v2/exchange-rates.ts'
import { rateCases } from './v2/rates.ts'
import { invoiceExchangeCases } from './v2/invoice-exchange.ts'
import { clauseCases } from './v2/clauses.ts'
import { documentDifferenceCases } from './v2/document-differences.ts'
import { financeExportCases } from './v2/finance-exports.ts'
import { mailTexts } from './v2/mail-texts.ts'
import { contractCasesV2 } from './v2/contracts.ts'
import { conversationCases } from './v2/conversations.ts'
import { fieldCases } from './fields.ts'
import { fieldCasesV2 } from './v2/fields.ts'
import { fieldOptionCases } from './v2/field-options.ts'
import { fileCases } from './files.ts'
import { comparisonCases } from './v2/comparisons.ts'
import { fileCasesV2 } from './v2/files.ts'
import { historyCases } from './v2/history.ts'
import { reportCases } from './v2/reports.ts'
import { installationCases } from './v2/installation.ts'
import { intakeCases } from './v2/intake.ts'
import { integrationCases } from './integrations.ts'
import { invoiceCases } from './invoices.ts'
import { allocationCases } from './v2/allocations.ts'
import { invoicePaymentCases } from './v2/invoice-payments.ts'
import { purchaseOrderCases } from './v2/purchase-orders.ts'
import { taxCodeCases } from './v2/tax-codes.ts'
import { accrualCases } from './v2/accruals.ts'
import { budgetCases } from './v2/budgets.ts'
import { feeArrangementCases } from './v2/fee-arrangements.ts'
import { invoiceCasesV2 } from './v2/invoices.ts'
import { approvalCases } from './v2/approvals.ts'
import { meCases } from './v2/me.ts'
import { importCases } from './v2/imports.ts'
import { jobCases } from './v2/jobs.ts'
import { approvalDelegateCases } from './v2/approval-delegates.ts'
import { calendarFeedCases } from './v2/calendar-feeds.ts'
import { keyDateCases, noticePeriodCases } from './v2/key-dates.ts'
import { renewalCases } from './v2/renewals.ts'
import { matterCases } from './matters.ts'
import { matterCasesV2 } from './v2/matters.ts'
import { notificationCases } from './v2/notifications.ts'
import { olderFormCases } from './v2/older-forms.ts'
import { organisationCasesV2 } from './v2/organisations.ts'
import { leavingCases } from './v2/leaving.ts'
import { referenceListCases } from './v2/reference-lists.ts'
import { resumableUploadCases } from './v2/resumable-uploads.ts'
import { searchCases } from './v2/search.ts'
import { customRoleCases } from './v2/custom-roles.ts'
import { provisioningCases } from './v2/provisioning.ts'
import { documentShareCases } from './v2/document-shares.ts'
import { mailedVersionCases } from './v2/mailed-versions.ts'
import { signatureRequestCases } from './v2/signature-requests.ts'
import { sealCases } from './v2/seals.ts'
import { signingServiceCases } from './v2/signing-elsewhere.ts'
import { mailDomainCases } from './v2/mail-domains.ts'
import { signInProviderCases } from './v2/sign-in-provider.ts'
import { secondFactorCases } from './second-factors.ts'
import { sessionCases } from './sessions.ts'
import { streamCases } from './v2/stream.ts'
import { tagCases } from './v2/tags.ts'
import { taskCases } from './tasks.ts'
import { taskCasesV2 } from './v2/tasks.ts'
import { unattendedCases } from './v2/unattended.ts'
import { dashboardCases } from './v2/dashboards.ts'
import { savedReportCases } from './v2/saved-reports.ts'
import { viewCases } from './v2/views.ts'
import { webhookCases } from './webhooks.ts'

export const cases: readonly CompleteCase[] = [
  ...accountCases,
  ...accountCasesV2,
  ...administrationCases,
  ...besideCases,
  ...relationCases,
  ...binCases,
  ...partyCases,
  ...referenceListCases,
  ...contractCases,
  ...emailCases,
  ...lawFirmCases,
  ...rateCases,
  ...exchangeRateCases,
  ...insideCostCases,
  ...clauseCases,
  ...documentDifferenceCases,
  ...financeExportCases,
  ...invoiceExchangeCases,
  ...mailTexts,
  ...contractCasesV2,
  ...conversationCases,
  ...fieldCases,
  ...fieldCasesV2,
  ...fieldOptionCases,
  ...fileCases,
  ...comparisonCases,
  ...fileCasesV2,
  ...historyCases,
  ...reportCases,
  ...installationCases,
  ...intakeCases,
  ...integrationCases,
  ...invoiceCases,
  ...invoiceCasesV2,
  ...budgetCases,
  ...feeArrangementCases,
  ...accrualCases,
  ...invoicePaymentCases,
  ...purchaseOrderCases,
  ...taxCodeCases,
  ...allocationCases,
  ...keyDateCases,
  ...noticePeriodCases,
  ...renewalCases,
  ...approvalDelegateCases,
  ...calendarFeedCases,
  ...importCases,
  ...jobCases,
  ...meCases,
  ...approvalCases,
  ...matterCases,
  ...matterCasesV2,
  ...notificationCases,
  ...olderFormCases,
  ...organisationCasesV2,
  ...leavingCases,
  ...resumableUploadCases,
  ...searchCases,
  ...sealCases,
  ...signingServiceCases,
  ...signatureRequestCases,
  ...documentShareCases,
  ...mailedVersionCases,
  ...customRoleCases,
  ...provisioningCases,
  ...mailDomainCases,
  ...signInProviderCases,
  ...secondFactorCases,
  ...sessionCases,
  ...streamCases,
  ...tagCases,
  ...taskCases,
  ...taskCasesV2,
  ...unattendedCases,
  ...savedReportCases,
  ...dashboardCases,
  ...viewCases,
  ...webhookCases,
].map(withDefaults)
