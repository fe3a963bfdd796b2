// Every access case, in one plain list.
import { accountCases } from './account.ts'
import { accountCasesV2 } from './account-v2.ts'
import { besideCases } from './record-details-v2.ts'
import type { AccessCase } from './case.ts'
import { administrationCases } from './administration-v2.ts'
import { contractCases } from './contracts.ts'
import { emailCases } from './emails.ts'
import { contractCasesV2 } from './contracts-v2.ts'
import { fieldCases } from './fields.ts'
import { fieldCasesV2 } from './fields-v2.ts'
import { fieldOptionCases } from './field-options-v2.ts'
import { fileCases } from './files.ts'
import { fileCasesV2 } from './files-v2.ts'
import { integrationCases } from './integrations.ts'
import { invoiceCases } from './invoices.ts'
import { invoiceCasesV2 } from './invoices-v2.ts'
import { keyDateCases } from './key-dates-v2.ts'
import { matterCases } from './matters.ts'
import { matterCasesV2 } from './matters-v2.ts'
import { organisationCasesV2 } from './organisations-v2.ts'
import { sessionCases } from './sessions.ts'
import { tagCases } from './tags-v2.ts'
import { taskCases } from './tasks.ts'
import { taskCasesV2 } from './tasks-v2.ts'
import { webhookCases } from './webhooks.ts'

export const cases: readonly AccessCase[] = [
  ...accountCases,
  ...accountCasesV2,
  ...administrationCases,
  ...besideCases,
  ...contractCases,
  ...emailCases,
  ...contractCasesV2,
  ...fieldCases,
  ...fieldCasesV2,
  ...fieldOptionCases,
  ...fileCases,
  ...fileCasesV2,
  ...integrationCases,
  ...invoiceCases,
  ...invoiceCasesV2,
  ...keyDateCases,
  ...matterCases,
  ...matterCasesV2,
  ...organisationCasesV2,
  ...sessionCases,
  ...tagCases,
  ...taskCases,
  ...taskCasesV2,
  ...webhookCases,
]
