// The routes of invoices: of posting, reviewing and approving them, of rates, budgets and accruals.
import type { RouteModule } from '../../http/route.ts'
import { invoiceReportRoutes } from '../../invoices/v2/reports.ts'
import { invoiceLineRoutes } from '../../invoices/v2/lines.ts'
import { invoiceRoutes } from '../../invoices/v1/invoices.ts'
import { invoiceImportRoutes } from '../../invoices/v2/imports.ts'
import { invoiceRoutesV2 } from '../../invoices/v2/invoices.ts'
import { invoiceApprovalRuleRoutes } from '../../invoices/v2/approval-rules.ts'
import { invoiceApprovalRoutes } from '../../invoices/v2/approvals.ts'
import { accrualRoutes } from '../../invoices/v2/accruals/accruals.ts'
import { unbilledWorkRoutes } from '../../invoices/v2/accruals/unbilled-work.ts'
import { budgetAlertRoutes } from '../../invoices/v2/budgets/budget-alerts.ts'
import { budgetProposalRoutes } from '../../invoices/v2/budgets/budget-proposals.ts'
import { arrangementRoutes } from '../../invoices/v2/arrangements/arrangements.ts'
import { retainerRoutes } from '../../invoices/v2/arrangements/retainers.ts'
import { exposureRoutes } from '../../invoices/v2/exposure/exposure.ts'
import { budgetRoutes } from '../../invoices/v2/budgets/budgets.ts'
import { guidelineRoutes } from '../../invoices/v2/guidelines.ts'
import { invoiceFlagRoutes } from '../../invoices/v2/flags.ts'
import { invoiceReviewRoutes } from '../../invoices/v2/reviews.ts'
import { invoiceMoveRoutes } from '../../invoices/v2/transitions.ts'
import { rateProposalRoutes } from '../../invoices/v2/rates/proposals.ts'
import { rateImportRoutes } from '../../invoices/v2/rates/rate-imports.ts'
import { agreedRateRoutes } from '../../invoices/v2/rates/rates.ts'
import {
  exchangeRateImportRoutes,
  exchangeRateRoutes,
} from '../../invoices/v2/own-currency/exchange-rates.ts'
import { missingRateRoutes } from '../../invoices/v2/own-currency/missing-rates.ts'
import { adjustedInvoiceRoutes } from '../../invoices/v2/adjusted.ts'
import { invoiceExchangeRoutes } from '../../invoices/v2/exchange/exchange.ts'
import { invoiceAnswerFileRoutes } from '../../invoices/v2/exchange/files.ts'
import { financeExportRoutes } from '../../invoices/v2/exports/exports.ts'
import { recipientRoutes } from '../../invoices/v2/recipients.ts'
import { allocationRoutes } from '../../invoices/v2/allocation/allocations.ts'
import { insideCostImportRoutes, insideCostRoutes } from '../../invoices/v2/inside-costs/inside-costs.ts'
import { legalCostRoutes } from '../../invoices/v2/inside-costs/legal-costs.ts'
import { listedMoneyRoutes } from '../../invoices/v2/by-date/listed-money.ts'
import { listedShareRoutes } from '../../invoices/v2/allocation/listed-shares.ts'
import { costListRoutes } from '../../invoices/v2/allocation/cost-lists.ts'
import { paymentRoutes } from '../../invoices/v2/payments/payments.ts'
import { purchaseOrderRoutes } from '../../invoices/v2/orders/orders.ts'
import { taxCodeRoutes } from '../../invoices/v2/taxes/tax-codes.ts'

export const invoicesApi: readonly RouteModule[] = [
  invoiceRoutes,
  invoiceRoutesV2,
  budgetRoutes,
  exposureRoutes,
  arrangementRoutes,
  retainerRoutes,
  budgetAlertRoutes,
  accrualRoutes,
  unbilledWorkRoutes,
  budgetProposalRoutes,
  invoiceApprovalRuleRoutes,
  invoiceApprovalRoutes,
  guidelineRoutes,
  invoiceFlagRoutes,
  invoiceReviewRoutes,
  invoiceExchangeRoutes,
  invoiceAnswerFileRoutes,
  adjustedInvoiceRoutes,
  invoiceMoveRoutes,
  paymentRoutes,
  invoiceImportRoutes,
  recipientRoutes,
  agreedRateRoutes,
  financeExportRoutes,
  rateImportRoutes,
  rateProposalRoutes,
  exchangeRateRoutes,
  exchangeRateImportRoutes,
  missingRateRoutes,
  invoiceReportRoutes,
  invoiceLineRoutes,
  allocationRoutes,
  costListRoutes,
  listedShareRoutes,
  insideCostRoutes,
  insideCostImportRoutes,
  legalCostRoutes,
  listedMoneyRoutes,
  purchaseOrderRoutes,
  taxCodeRoutes,
]
