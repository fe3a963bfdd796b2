// GENERATED from the migrated database by `npm run generate`; do not edit.
import type { ColumnType, Generated } from 'kysely'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export interface AccrualEntriesTable {
  organisation_id: number
  month: string
  matter_id: number
  provider_id: number
  currency: string
  stated: string | null
  note: string | null
  stated_by: string | null
  stated_at: Date | null
  basis: string | null
  source: string | null
  phases: ColumnType<Json | null, string | null, string | null>
}

export interface AccrualLinesTable {
  organisation_id: number
  month: string
  kind: string
  matter_id: number
  provider_id: number
  currency: string
  amount: string
  source: string
  phases: ColumnType<Json | null, string | null, string | null>
}

export interface AccrualPeriodsTable {
  organisation_id: number
  month: string
  cut_off_at: Date
  closes_on: string
  opened_at: Date
  reminded_on: string | null
  closed_at: Date | null
  closed_by: string | null
}

export interface AccrualSettingsTable {
  organisation_id: number
  version: number
  enabled: boolean
  opens_day: number
  closes_day: number
  remind_days: number[]
  unanswered: string
}

export interface AgreedRateVersionsTable {
  organisation_id: number
  rate_id: number
  version: number
  matter_id: number | null
  timekeeper_number: string | null
  timekeeper: string | null
  timekeeper_class: string | null
  currency: string
  rate: string
  starts_on: string
  ends_on: string | null
  withdrawn: boolean
  reason: string | null
  proposal_id: number | null
  set_by: string
  set_at: Date
}

export interface AgreedRatesTable {
  organisation_id: number
  id: Generated<number>
  provider_id: number
  matter_id: number | null
  timekeeper_number: string | null
  timekeeper: string | null
  timekeeper_class: string | null
  number_key: string
  name_key: string
  class_key: string
  currency: string
  rate: string
  starts_on: string
  ends_on: string | null
  withdrawn: Generated<boolean>
  version: Generated<number>
  set_by: string
  set_at: Date
}

export interface ApprovalAddressesTable {
  organisation_id: number
  approval_id: number
  user_id: string
  deciding_for: string
  secret_hash: Buffer
  expires_at: Date
}

export interface ApprovalDefaultsTable {
  organisation_id: number
  deadline_days: number
  escalate_to: string | null
}

export interface ApprovalDelegatesTable {
  organisation_id: number
  id: Generated<number>
  user_id: string
  delegate_id: string
  first_day: string
  last_day: string
  created_at: Date
  begun_at: Date | null
}

export interface AuthenticatorAppsTable {
  user_id: string
  secret_sealed: Buffer
  last_step: number
  created_at: Date
}

export interface AuthorizationCodesTable {
  hash: Buffer
  client_id: number
  user_id: string
  redirect_uri: string
  code_challenge: string | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
  grant_id: number | null
  unproven: Generated<boolean>
}

export interface AuthorizationRequestsTable {
  id: string
  client_id: number
  redirect_uri: string
  state_as_sent: string | null
  code_challenge: string | null
  created_at: Date
  expires_at: Date
  decided_at: Date | null
  network: Buffer | null
}

export interface BackupResultsTable {
  id: Generated<boolean>
  succeeded_at: Date | null
  failed_at: Date | null
  error: string | null
  made_id: string | null
  place: string | null
  verified_at: Date | null
  verified_place: string | null
  verified_findings: number | null
}

export interface BudgetAlertSettingsTable {
  organisation_id: number
  version: number
  percents: number[]
}

export interface BudgetAlertsTable {
  organisation_id: number
  matter_id: number
  version: number
  year: number
  percent: number
  at: Date
}

export interface BudgetProposalsTable {
  organisation_id: number
  id: Generated<number>
  matter_id: number
  provider_id: number
  state: string
  amount: string
  currency: string
  span: string
  includes_tax: boolean
  parts: ColumnType<Json, string, string>
  note: string | null
  proposed_by: string
  proposed_at: Date
  answer: string | null
  answered_by: string | null
  answered_at: Date | null
}

export interface BulkChangeIdsTable {
  organisation_id: number
  bulk_change_id: number
  part: number
  ids: number[]
}

export interface BulkChangeRecordsTable {
  organisation_id: number
  bulk_change_id: number
  record_id: number
  made: ColumnType<Json, string, string>
  undone_at: Date | null
}

export interface BulkChangesTable {
  organisation_id: number
  id: Generated<number>
  created_by: string
  client_id: number | null
  grant_id: number | null
  request_id: string | null
  list: string
  change: ColumnType<Json, string, string>
  only_empty: boolean
  check_only: boolean
  state: string
  total: number
  done: Generated<number>
  changed: Generated<number>
  unchanged: Generated<number>
  differing: Generated<number>
  skipped: Generated<number>
  refusals: ColumnType<Json, string, string>
  failure: string | null
  errors: Generated<number>
  lease: string | null
  leased_until: Date | null
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  ran_at: Date | null
  undo_of: number | null
}

export interface CalendarFeedsTable {
  id: Generated<number>
  hash: Buffer
  user_id: string
  scope: string
  created_at: Date
}

export interface CategoryTaskTemplatesTable {
  organisation_id: number
  category_id: number
  template_id: number
  at_state: string | null
  position: number
}

export interface ClauseVersionsTable {
  organisation_id: number
  clause_id: number
  version: number
  content: ColumnType<Json, string, string>
  reason: string
  set_by: string
  set_at: Date
  approved_by: string | null
  approved_at: Date | null
}

export interface ClausesTable {
  organisation_id: number
  id: Generated<number>
  key: string
  title: string
  category: string
  owner_id: string
  latest_version: number
  approved_version: number | null
  version: Generated<number>
  created_by: string
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface ClockTable {
  id: Generated<boolean>
  offset_ms: Generated<number>
}

export interface ContentChecksTable {
  id: Generated<boolean>
  began_at: Date | null
  ended_at: Date | null
  after_organisation_id: Generated<number>
  after_storage_key: Generated<string>
  contents: Generated<number>
  bytes: Generated<number>
  held_until: Date | null
  measured_at: Date | null
  measured_contents: number | null
  measured_bytes: number | null
}

export interface ContentDamagesTable {
  organisation_id: number
  storage_key: string
  problem: string
  size: number
  sha256: Buffer
  found_at: Date
  checked_at: Date
}

export interface ContractAmendedExpiriesTable {
  organisation_id: number
  id: Generated<number>
  contract_id: number
  amendment_id: number
  former_expiry: string | null
  expiry: string
  applied: Generated<boolean>
  came_at: Date
  ended_at: Date | null
}

export interface ContractAnswersTable {
  organisation_id: number
  contract_id: number
  place: number
  field_id: number
  before: string
  answer: string
  after: string
}

export interface ContractApprovalRulesTable {
  organisation_id: number
  id: Generated<number>
  template_id: number
  position: number
  name: string
  approver_ids: string[]
  team_id: number | null
  need: string
  field_id: number | null
  operator: string | null
  value: string | null
  deadline_days: number | null
  escalate_to: string | null
}

export interface ContractApprovalStepsTable {
  organisation_id: number
  approval_id: number
  position: number
  name: string
  need: string
  rule_id: number | null
  deadline_days: number | null
  escalate_to: string | null
  due: string | null
  remind_at: Date | null
  escalate_at: Date | null
  escalated_at: Date | null
}

export interface ContractApprovalsTable {
  organisation_id: number
  id: Generated<number>
  contract_id: number
  state: string
  in_order: boolean
  due: string | null
  comment: string | null
  document_version: number
  document_sha256: Buffer
  started_by: string
  started_at: Date
  ended_at: Date | null
  reminded_at: Date | null
  covered: ColumnType<Json | null, string | null, string | null>
  again_because: string | null
}

export interface ContractApproversTable {
  organisation_id: number
  id: Generated<number>
  approval_id: number
  position: number
  user_id: string
  asked_at: Date | null
  decision: string | null
  comment: string | null
  decided_at: Date | null
  delegated_to: string | null
  decided_by: string | null
  approved_before: Date | null
}

export interface ContractClausesTable {
  organisation_id: number
  contract_id: number
  place: number
  clause_id: number
  version: number
  alternative: string | null
}

export interface ContractDelegatesTable {
  organisation_id: number
  contract_id: number
  user_id: string
  approver_id: string
}

export interface ContractEntitiesTable {
  organisation_id: number
  id: Generated<number>
  name: string
  created_by: string
  created_at: Date
  name_kept: string | null
  version: Generated<number>
}

export interface ContractExpiryRemindersTable {
  organisation_id: number
  contract_id: number
  expiry: string
  days: number
}

export interface ContractGroupsTable {
  organisation_id: number
  id: Generated<number>
  name: string
  created_at: Date
  updated_at: Date
  name_kept: string | null
  version: Generated<number>
  position: Generated<number>
}

export interface ContractKeyDatesTable {
  organisation_id: number
  id: Generated<number>
  contract_id: number
  name: string
  date: string
  value: Generated<string>
  created_by: string
  created_at: Date
  updated_at: Date
  category: Generated<string>
  owner_id: string | null
  done: Generated<boolean>
  reminders: Generated<number[]>
  recurrence: string | null
  next_reminder: string | null
  reminder_of: string | null
  reminded_on: string | null
  version: Generated<number>
}

export interface ContractMembersTable {
  organisation_id: number
  contract_id: number
  user_id: string
  added_at: Date
  added_by: string | null
  note: string | null
}

export interface ContractMessagesTable {
  organisation_id: number
  id: Generated<number>
  contract_id: number
  user_id: string
  body: string
  written: Generated<boolean>
  mentions: Generated<string[]>
  created_at: Date
  edited_at: Date | null
  sender: string | null
  share_id: number | null
}

export interface ContractNoticePeriodsTable {
  organisation_id: number
  contract_id: number
  amount: number
  unit: string
  key_date_id: number | null
  version: Generated<number>
  updated_at: Date
}

export interface ContractRenewalDecisionsTable {
  organisation_id: number
  id: Generated<number>
  contract_id: number
  decision: string
  expiry: string
  renewed_until: string | null
  reason: string | null
  draft_id: number | null
  notice_file_id: number | null
  key_dates: ColumnType<Json, string, string>
  decided_by: string
  decided_at: Date
  withdrawn_at: Date | null
}

export interface ContractRenewalTermsTable {
  organisation_id: number
  contract_id: number
  amount: number
  unit: string
  version: number
  updated_at: Date
}

export interface ContractRequestsTable {
  organisation_id: number
  contract_id: number
  request_id: number
  matter_id: number | null
  type_id: number
  requester_id: string
  description: string | null
  answers: Generated<ColumnType<Json, string, string>>
  created_at: Date
}

export interface ContractStatusMessagesTable {
  organisation_id: number
  id: Generated<number>
  contract_id: number
  message: string
  user_id: string
  created_at: Date
}

export interface ContractTemplateClausesTable {
  organisation_id: number
  template_id: number
  place: number
  clause_id: number
  alternative: string | null
  chosen_by: string | null
}

export interface ContractTemplatesTable {
  organisation_id: number
  id: Generated<number>
  group_id: number
  name: string
  category: string
  team_id: number | null
  team_required: Generated<boolean>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  wizard_storage_key: string | null
  rules: ColumnType<Json | null, string | null, string | null>
  amends: Generated<boolean>
  wizard_size: number | null
  wizard_sha256: Buffer | null
  wizard_names: string[] | null
  approvals_in_order: Generated<boolean>
  approvals_version: Generated<number>
  description: string | null
  signed_copy_required: Generated<boolean>
}

export interface ContractsTable {
  organisation_id: number
  id: Generated<number>
  name: string
  status: string
  template_id: number
  owner_id: string
  created_by: string
  team_id: number | null
  matter_id: number | null
  parent_id: number | null
  external_id: string | null
  restricted: Generated<boolean>
  expiry: string | null
  executed_at: Date | null
  created_at: Date
  updated_at: Date
  last_activity_at: Date
  version: Generated<number>
  deleted_at: Date | null
  deleted_by: string | null
  legal_hold_reason: string | null
  legal_hold_at: Date | null
  legal_hold_by: string | null
  stage_since: Date | null
  own_number: string | null
  form_version: Generated<number>
  core_form_version: Generated<number>
}

export interface CostCentresTable {
  organisation_id: number
  id: Generated<number>
  code: string
  name: string
  active: Generated<boolean>
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface CustomRolesTable {
  organisation_id: number
  id: Generated<number>
  name: string
  description: string | null
  base_role: string
  permissions: Generated<string[]>
  groups: Generated<string[]>
  version: Generated<number>
  created_at: Date
  updated_at: Date
  created_by: string | null
  updated_by: string | null
}

export interface DashboardTilesTable {
  organisation_id: number
  dashboard_id: number
  place: number
  report_id: number | null
  ready: string | null
  shows: string
  width: string
}

export interface DashboardsTable {
  organisation_id: number
  id: Generated<number>
  name: string
  shared_with: string
  owner_id: string
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface DeletedOrganisationsTable {
  former_id: number
  name: string
  reason: string
  requested_at: Date
  exported_at: Date | null
  deleted_at: Date
  removed: ColumnType<Json, string, string>
  contents_removed_at: Date | null
  contents: Generated<number>
}

export interface DemoTable {
  id: Generated<boolean>
  begun_at: Date
  finished_at: Date | null
  client_id: number | null
  client_secret_sealed: Buffer | null
}

export interface DemoDataTable {
  organisation_id: number
  parts: ColumnType<Json, string, string>
  taken_by: string
  taken_at: Date
}

export interface DepartmentsTable {
  organisation_id: number
  id: Generated<number>
  parent_id: number | null
  name: string
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  name_kept: string | null
  version: Generated<number>
  position: number | null
}

export interface DocumentReadersTable {
  organisation_id: number
  url: string
  secret_sealed: Buffer | null
  tested_at: Date
  set_by: string
}

export interface DocumentReturnsTable {
  organisation_id: number
  id: Generated<number>
  share_id: number | null
  file_id: number
  sha256: Buffer
  name: string
  state: string
  returned_at: Date
  decided_by: string | null
  decided_at: Date | null
  contract_id: number | null
  mail_file_id: number | null
  user_id: string | null
}

export interface DocumentSharesTable {
  organisation_id: number
  id: Generated<number>
  contract_id: number
  file_id: number
  file_version: number
  sha256: Buffer
  name: string
  email: string
  message: string | null
  may_upload: boolean
  may_comment: boolean
  expires_at: Date
  created_by: string
  created_at: Date
  sent_at: Date
  opened_at: Date | null
  answered_at: Date | null
  withdrawn_at: Date | null
  secret_hash: Buffer
  code_hash: Buffer | null
  code_expires_at: Date | null
  proof_hash: Buffer | null
  proof_expires_at: Date | null
}

export interface EmailDraftsTable {
  organisation_id: number
  id: Generated<number>
  user_id: string
  matter_id: number
  mode: string
  source_id: string | null
  expected_from: string | null
  recipient_ids: Generated<string[]>
  created_at: Date
  updated_at: Date
  delivered_at: Date | null
}

export interface EmailMessagesTable {
  organisation_id: number
  id: Generated<number>
  thread_id: number
  user_id: string
  external_reference_id: string
  sender: string | null
  recipients: Generated<string[]>
  subject: string | null
  sent_at: Date | null
  body: string | null
  storage_key: string | null
  size: number | null
  sha256: Buffer | null
  created_at: Date
  updated_at: Date
}

export interface EmailThreadsTable {
  organisation_id: number
  id: Generated<number>
  user_id: string
  client: string
  thread_identifier: string
  track: boolean
  record_organisation_id: number | null
  matter_id: number | null
  contract_id: number | null
  file_id: number | null
  change_number: number
  created_at: Date
  updated_at: Date
}

export interface EmailTrackedMessagesTable {
  organisation_id: number
  tracking_id: number
  external_reference_id: string
  tracked_at: Date
}

export interface EmailTrackingsTable {
  organisation_id: number
  id: Generated<number>
  user_id: string
  client: string
  thread_identifier: string
  matter_id: number | null
  contract_id: number | null
  file_id: number | null
  tracked_at: Date
}

export interface EncryptionCheckTable {
  id: Generated<boolean>
  sealed: Buffer
}

export interface EncryptionKeysTable {
  key_id: string
  sealed_with: string
  sealed: Buffer
  created_at: Date
}

export interface EncryptionMarksTable {
  purpose: string
  sealed: Buffer
}

export interface EventDispatchesTable {
  organisation_id: number
  event_id: number
  event_at: Date
}

export interface EventsTable {
  organisation_id: number
  id: Generated<number>
  at: Date
  name: string
  resource_kind: string
  resource_id: number | null
  subject_kind: string | null
  subject_id: number | null
  user_id: string | null
  client_id: number | null
  request_id: string | null
  facts: ColumnType<Json, string, string>
}

export interface ExchangeRateVersionsTable {
  organisation_id: number
  rate_id: number
  version: number
  rate: string
  source: string
  file_name: string | null
  reason: string | null
  set_by: string
  set_at: Date
}

export interface ExchangeRatesTable {
  organisation_id: number
  id: Generated<number>
  currency: string
  own_currency: string
  starts_on: string
  rate: string
  source: string
  file_name: string | null
  version: Generated<number>
  set_by: string
  set_at: Date
}

export interface FavouritesTable {
  organisation_id: number
  user_id: string
  kind: string
  record_id: number
  added_at: Date
  place: Generated<number>
}

export interface FeeArrangementVersionsTable {
  organisation_id: number
  arrangement_id: number
  version: number
  title: string
  amount: string | null
  parts: ColumnType<Json, string, string>
  billed_as: string | null
  starts_on: string | null
  ends_on: string | null
  reason: string | null
  set_by: string
  set_at: Date
  tiers: ColumnType<Json | null, string | null, string | null>
  condition: string | null
  percent: string | null
  minimum: string | null
  maximum: string | null
  latest_on: string | null
}

export interface FeeArrangementsTable {
  organisation_id: number
  id: Generated<number>
  provider_id: number
  matter_id: number | null
  kind: string
  currency: string
  version: Generated<number>
  told_version: number | null
}

export interface FieldOptionsTable {
  organisation_id: number
  id: Generated<number>
  field_id: number
  value: string
  label: string
  position: number
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  properties: ColumnType<Json | null, string | null, string | null>
  label_kept: string | null
  value_kept: string | null
  version: Generated<number>
}

export interface FieldValuesTable {
  organisation_id: number
  record_kind: string
  record_id: number
  field_id: number
  ordinal: number
  text_value: string | null
  number_value: string | null
  boolean_value: boolean | null
  date_value: string | null
  option_id: number | null
  user_id: string | null
  reference_id: number | null
}

export interface FieldsTable {
  organisation_id: number
  id: Generated<number>
  api_name: string
  title: string
  description: string | null
  category: string
  type: string
  merge_name: string
  entity_column: string | null
  always_required: Generated<boolean>
  range_start: string | null
  range_end: string | null
  step_size: string | null
  multiple: Generated<boolean>
  allow_external_users: Generated<boolean>
  can_add_options: Generated<boolean>
  defaults: ColumnType<Json, string, string>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  created_by: string | null
  updated_by: string | null
  api_name_kept: string | null
  merge_name_kept: string | null
  meaning: string | null
}

export interface FileComparisonPartsTable {
  organisation_id: number
  comparison_id: number
  kind: string
  part: number
  items: ColumnType<Json, string, string>
}

export interface FileComparisonsTable {
  organisation_id: number
  id: Generated<number>
  before_file_id: number
  before_version: number
  after_file_id: number
  after_version: number
  state: string
  reason: string | null
  exact: boolean | null
  storage_key: string | null
  size: number | null
  sha256: Buffer | null
  asked_at: Date
  ended_at: Date | null
}

export interface FileDraftsTable {
  organisation_id: number
  file_id: number
  user_id: string
  version: number
  sha256: Buffer
  edits: ColumnType<Json, string, string>
  saved_at: Date
}

export interface FileTextPartsTable {
  organisation_id: number
  file_id: number
  version: number
  part: number
  paragraphs: ColumnType<Json, string, string>
  words: string
}

export interface FileTextsTable {
  organisation_id: number
  file_id: number
  version: number
  state: string
  reason: string | null
  complete: Generated<boolean>
  attempts: Generated<number>
  read_at: Date
}

export interface FileUploadsTable {
  organisation_id: number
  id: Generated<number>
  file_id: number
  target_kind: string
  target_id: number
  set_id: string | null
  set_size: number | null
  made: string
  version: number
  storage_key: string
  conflict_file_id: number | null
  name_before: string | null
  replaced_storage_key: string | null
  replaced: ColumnType<Json | null, string | null, string | null>
  outcome: string | null
  conflict_resolution: string | null
  failure_reason: string | null
  signed: Generated<boolean>
  result_file_id: number | null
  created_by: string
  created_at: Date
  finalised_at: Date | null
}

export interface FileVersionWordsTable {
  organisation_id: number
  file_id: number
  version: number
  words: string
}

export interface FileVersionsTable {
  organisation_id: number
  file_id: number
  version: number
  storage_key: string
  size: number
  sha256: Buffer
  md5: Buffer
  content_type: string
  name: string
  comments: string | null
  created_by: string
  created_at: Date
  linked: Generated<boolean>
  guest: string | null
  made_fixed: ColumnType<Json | null, string | null, string | null>
  untracked: number | null
}

export interface FileWordsTable {
  organisation_id: number
  file_id: number
  contract_id: number | null
  matter_id: number | null
  in_bin: Generated<boolean>
  revision: number
  words: string
}

export interface FilesTable {
  organisation_id: number
  id: Generated<number>
  kind: string
  contract_id: number | null
  matter_id: number | null
  folder_id: number | null
  name: string
  description: string | null
  version: number
  size: number
  content_type: string | null
  private: Generated<boolean>
  locked_by: string | null
  locked_at: Date | null
  created_by: string
  created_at: Date
  updated_by: string
  updated_at: Date
  deleted_at: Date | null
  folder_ids: Generated<number[]>
  shielded: Generated<boolean>
  shielded_for: string | null
  lock_expires_at: Date | null
  deleted_by: string | null
  deleted_with: number | null
  revision: Generated<number>
  task_id: number | null
  linked: Generated<boolean>
  web_uri: string | null
  name_kept: string | null
  frozen: Generated<boolean>
  locked_for: string | null
}

export interface FinanceExportInvoicesTable {
  organisation_id: number
  export_id: number
  invoice_id: number
  withdrawn: Generated<boolean>
  content: ColumnType<Json, string, string>
  reference: string | null
  payment_reference: string | null
}

export interface FinanceExportsTable {
  organisation_id: number
  id: Generated<number>
  number: number
  status: string
  note: string | null
  reference: string | null
  withdrawn_because: string | null
  version: Generated<number>
  created_by: string
  created_at: Date
  ended_by: string | null
  ended_at: Date | null
}

export interface FinancialSettingsTable {
  organisation_id: number
  year_end_day: number
  year_end_month: number
  accounts_payable_contacts: string | null
  updated_at: Date
  rate_day: Generated<string>
  rate_max_age: Generated<number>
}

export interface FirstStepsTable {
  organisation_id: number
  step: string
  state: string
  user_id: string
  updated_at: Date
}

export interface FormPartsTable {
  organisation_id: number
  id: Generated<number>
  form: string
  template_id: number | null
  category_id: number | null
  parent_id: number | null
  position: number
  field_id: number | null
  label: string | null
  required: Generated<boolean>
  read_only: Generated<boolean>
  created_at: Date
  updated_at: Date
  help: string | null
  when_field_id: number | null
  when_operator: string | null
  when_value: string | null
  required_before: string | null
}

export interface FormVersionsTable {
  organisation_id: number
  form: string
  owner_id: number
  version: number
  parts: ColumnType<Json, string, string>
  changed_by: string | null
  created_at: Date
  replaced: number | null
}

export interface FormerFormPartsTable {
  organisation_id: number
  form: string
  owner_id: number
  version: number
  part_id: number
  parent_id: number | null
  position: number
  field_id: number | null
  label: string | null
  required: boolean
  read_only: boolean
  required_before: string | null
  help: string | null
  when_field_id: number | null
  when_operator: string | null
  when_value: string | null
}

export interface GuessesTable {
  key: Buffer
  count: number
  ends_at: Date
}

export interface HandoverItemsTable {
  organisation_id: number
  handover_id: number
  kind: string
  item_id: number
}

export interface HandoversTable {
  organisation_id: number
  id: Generated<number>
  user_id: string
  stand_in_id: string
  last_day: string | null
  created_by: string
  created_at: Date
  ended_at: Date | null
}

export interface HolidaysTable {
  organisation_id: number
  day: string
  name: string
}

export interface IdempotencyKeysTable {
  organisation_id: number
  user_id: string
  client_id: number
  key: string
  created_at: Date
  leased_until: Date | null
  request_hash: Buffer | null
  status: number | null
  answer: Buffer | null
}

export interface IdentityProviderDraftsTable {
  organisation_id: number
  protocol: string
  name: string
  issuer: string
  client_id: string | null
  client_secret_sealed: Buffer | null
  saml: ColumnType<Json | null, string | null, string | null>
  revision: string
  updated_at: Date
  tested_revision: string | null
  passed: boolean | null
  tested_at: Date | null
  tested_by: string | null
  test_details: ColumnType<Json | null, string | null, string | null>
}

export interface IdentityProvidersTable {
  id: Generated<number>
  organisation_id: number
  name: string
  issuer: string
  client_id: string | null
  client_secret_sealed: Buffer | null
  enabled: Generated<boolean>
  created_at: Date
  updated_at: Date
  protocol: Generated<string>
  saml: ColumnType<Json | null, string | null, string | null>
  revision: string | null
}

export interface ImportArchivesTable {
  organisation_id: number
  import_id: number
  number: number
  name: string
  storage_key: string
  size: number
  sha256: Buffer
  entries: Generated<number>
  failure: string | null
  created_at: Date
  finished_at: Date | null
}

export interface ImportBucketsTable {
  organisation_id: number
  id: Generated<number>
  import_id: number
  endpoint: string
  region: string
  bucket: string
  prefix: string
  access_key_id: string
  secret_sealed: Buffer | null
  after_key: string | null
  files: Generated<number>
  bytes: Generated<number>
  failure: string | null
  created_by: string
  created_at: Date
  finished_at: Date | null
}

export interface ImportFilesTable {
  organisation_id: number
  import_id: number
  path: string
  base_name: string
  storage_key: string
  size: number
  sha256: Buffer
  md5: Buffer
  content_type: string
  created_at: Date
}

export interface ImportMappingsTable {
  organisation_id: number
  id: Generated<number>
  kind: string
  name: string
  mapping: ColumnType<Json, string, string>
  created_by: string
  created_at: Date
  version: Generated<number>
}

export interface ImportProblemsTable {
  organisation_id: number
  import_id: number
  number: number
  position: number
  column_number: number | null
  property: string | null
  found: string
  problem: string
  suggestions: ColumnType<Json, string, string>
  warning: Generated<boolean>
}

export interface ImportRowsTable {
  organisation_id: number
  import_id: number
  number: number
  place: number
  cells: ColumnType<Json, string, string>
  outcome: string | null
  made_id: string | null
  because: string | null
  parent_number: number | null
}

export interface ImportsTable {
  organisation_id: number
  id: Generated<number>
  kind: string
  name: string
  state: string
  created_by: string
  grant_id: number | null
  request_id: string | null
  columns: ColumnType<Json, string, string>
  mapping: ColumnType<Json, string, string>
  total: number
  done: Generated<number>
  made: Generated<number>
  skipped: Generated<number>
  undone: Generated<number>
  wrong: number | null
  failure: string | null
  errors: Generated<number>
  lease: string | null
  leased_until: Date | null
  created_at: Date
  updated_at: Date
  started_at: Date | null
  finished_at: Date | null
  warned: number | null
  warnings: Generated<string>
}

export interface InboundMailsTable {
  organisation_id: number
  id: Generated<number>
  matter_id: number | null
  contract_id: number | null
  reference: string
  user_id: string
  received_at: Date
}

export interface InsideCostVersionsTable {
  organisation_id: number
  cost_id: number
  version: number
  amount: string
  currency: string
  hours: string | null
  note: string | null
  source: string
  file_name: string | null
  reason: string | null
  set_by: string
  set_at: Date
}

export interface InsideCostsTable {
  organisation_id: number
  id: Generated<number>
  month: string
  kind: string
  cost_centre_id: number | null
  department_id: number | null
  amount: string
  currency: string
  hours: string | null
  note: string | null
  source: string
  file_name: string | null
  version: Generated<number>
  created_at: Date
  set_by: string
  set_at: Date
}

export interface InstallationAdministratorsTable {
  user_id: string
  added_at: Date
}

export interface InvoiceAllocationsTable {
  organisation_id: number
  invoice_id: number
  position: number
  cost_centre_id: number | null
  legal_entity_id: number | null
  percent: string
  billed_net: string
  billed_tax: string
  approved_net: string | null
  approved_tax: string | null
  billed_nonrecoverable_tax: Generated<string>
  approved_nonrecoverable_tax: string | null
  approved_withheld: string | null
}

export interface InvoiceAnswerFilesTable {
  organisation_id: number
  id: Generated<number>
  invoice_id: number
  kind: string
  number: number | null
  sent_at: Date | null
  is_earlier: Generated<boolean>
  name: string
  content_type: string
  storage_key: string
  size: number
  sha256: Buffer
  added_by: string
  added_at: Date
}

export interface InvoiceApprovalAddressesTable {
  organisation_id: number
  invoice_id: number
  round: number
  user_id: string
  deciding_for: string
  secret_hash: Buffer
  expires_at: Date
}

export interface InvoiceApprovalRulesTable {
  organisation_id: number
  position: number
  name: string
  approver_ids: string[]
  matter_manager: boolean
  need: string
  from_total: string | null
  currency: string | null
  over_budget: boolean
  cost_centre_ids: Generated<number[]>
  deadline_days: number | null
  escalate_to: string | null
}

export interface InvoiceApprovalSettingsTable {
  organisation_id: number
  version: number
  own_entries_refused: boolean
  answer_days: Generated<number>
  appeal_days: Generated<number>
}

export interface InvoiceApprovalStepsTable {
  organisation_id: number
  invoice_id: number
  round: number
  position: number
  name: string
  need: string
  deadline_days: number | null
  escalate_to: string | null
  due: string | null
  remind_at: Date | null
  escalate_at: Date | null
  escalated_at: Date | null
}

export interface InvoiceApprovalsTable {
  organisation_id: number
  invoice_id: number
  round: number
  state: string
  comment: string | null
  total: string
  started_by: string
  started_at: Date
  ended_at: Date | null
}

export interface InvoiceApproversTable {
  organisation_id: number
  invoice_id: number
  round: number
  position: number
  user_id: string
  asked_at: Date | null
  decision: string | null
  comment: string | null
  decided_at: Date | null
  decided_by: string | null
}

export interface InvoiceBatchesTable {
  organisation_id: number
  id: Generated<number>
  created_by: string
  created_at: Date
}

export interface InvoiceExchangeLinesTable {
  organisation_id: number
  invoice_id: number
  kind: string
  number: number
  asked: string
  reply: string | null
  outcome: string | null
}

export interface InvoiceExchangesTable {
  organisation_id: number
  invoice_id: number
  kind: string
  due: string
  closes_at: Date
  remind_at: Date | null
  note: string | null
  sent_by: string
  sent_at: Date
  outcome: string | null
  answered_by: string | null
  answered_at: Date | null
  decided_by: string | null
  decided_at: Date | null
}

export interface InvoiceFlagsTable {
  organisation_id: number
  id: Generated<number>
  invoice_id: number
  line_number: number | null
  rule: string
  guideline_id: number
  severity: string
  settings: ColumnType<Json, string, string>
  firm_text: string
  why: string
  excess: string | null
  found_at: Date
  dismissed_because: string | null
  dismissed_by: string | null
  dismissed_at: Date | null
}

export interface InvoiceGuidelinesTable {
  organisation_id: number
  id: Generated<number>
  firm_id: number | null
  matter_id: number | null
  version: number
  rules: ColumnType<Json, string, string>
  note: string
  set_by: string
  set_at: Date
}

export interface InvoiceLineReviewsTable {
  organisation_id: number
  invoice_id: number
  number: number
  decision: string
  approved_quantity: string | null
  approved_unit_price: string | null
  approved_amount: string | null
  reduced_by_percent: string | null
  reason: string | null
  note: string | null
  reviewed_by: string | null
  reviewed_at: Date
  guideline_rule: string | null
}

export interface InvoiceLinesTable {
  organisation_id: number
  invoice_id: number
  number: number
  kind: string
  work_date: string | null
  description: string
  timekeeper: string | null
  task_code: string | null
  activity_code: string | null
  expense_code: string | null
  quantity: string
  unit_price: string
  adjustment: Generated<string>
  amount: string
  tax_rate: Generated<string>
  tax: Generated<string>
  timekeeper_number: string | null
  timekeeper_class: string | null
  approved_amount: string | null
  approved_tax: string | null
  agreed_rate: string | null
  own_amount: string | null
  own_tax: string | null
  own_approved_amount: string | null
  own_approved_tax: string | null
  credits_line: number | null
  tax_code_id: number | null
  reverse_charge_rate: Generated<string>
  recoverable: Generated<string>
  withholding: Generated<string>
  reverse_charge_tax: Generated<string>
  nonrecoverable_tax: Generated<string>
  withheld: Generated<string>
  approved_reverse_charge_tax: string | null
  approved_nonrecoverable_tax: string | null
  approved_withheld: string | null
  own_reverse_charge_tax: string | null
  own_nonrecoverable_tax: string | null
  own_withheld: string | null
  own_approved_reverse_charge_tax: string | null
  own_approved_nonrecoverable_tax: string | null
  own_approved_withheld: string | null
}

export interface InvoiceOriginalsTable {
  organisation_id: number
  batch_id: number
  name: string
  format: string
  storage_key: string
  size: number
  sha256: Buffer
  created_at: Date
}

export interface InvoicePaymentsTable {
  organisation_id: number
  id: Generated<number>
  invoice_id: number
  paid_at: Date
  amount: string
  reference: string | null
  note: string | null
  created_by: string
  created_at: Date
  withdrawn_because: string | null
  withdrawn_by: string | null
  withdrawn_at: Date | null
  external_id: string | null
  retainer_id: number | null
}

export interface InvoiceRecipientsTable {
  organisation_id: number
  id: Generated<number>
  name: string
  address_line1: string | null
  address_line2: string | null
  address_line3: string | null
  tax_type: string | null
  tax_number: string | null
  contact_name: string | null
  contact_phone: string | null
  contact_email: string | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  name_kept: string | null
}

export interface InvoiceReductionsTable {
  organisation_id: number
  invoice_id: number
  applies_to: string
  amount: string | null
  percent: string | null
  reason: string
  note: string | null
  reviewed_by: string
  reviewed_at: Date
}

export interface InvoiceTaxCorrectionsTable {
  organisation_id: number
  invoice_id: number
  number: number
  tax_rate: string | null
  billed_tax_code_id: number | null
  billed_reverse_charge_rate: string
  billed_recoverable: string
  billed_withholding: string
  reason: string
  corrected_by: string
  corrected_at: Date
}

export interface InvoicesTable {
  organisation_id: number
  id: Generated<number>
  matter_id: number
  batch_id: number
  author_organisation_id: number
  service_provider_id: number | null
  vendor_name: string | null
  third_party: Generated<boolean>
  number: string
  description: string | null
  status: string
  invoice_date: string
  due_date: string | null
  billing_period_start: string | null
  billing_period_end: string | null
  recipient_id: number | null
  purchase_order: string | null
  currency: string
  fees: string
  disbursements: string
  other_fees: string
  total_tax: string
  approved_fees: string | null
  approved_by: string | null
  approved_at: Date | null
  declined_because: string | null
  posted_at: Date | null
  paid_at: Date | null
  payment_note: string | null
  internal_notes: string | null
  file_id: number | null
  created_by: string
  created_at: Date
  updated_at: Date
  version: Generated<number>
  number_kept: string | null
  approved_disbursements: string | null
  approved_other_fees: string | null
  approved_tax: string | null
  own_currency: string | null
  exchange_rate_id: number | null
  exchange_rate: string | null
  exchange_rate_on: string | null
  exchange_rate_source: string | null
  own_net: string | null
  own_tax: string | null
  own_approved_net: string | null
  own_approved_tax: string | null
  credits_id: number | null
  credited: Generated<string>
  paid_amount: string | null
  reverse_charge_tax: Generated<string>
  nonrecoverable_tax: Generated<string>
  withheld: Generated<string>
  approved_reverse_charge_tax: string | null
  approved_nonrecoverable_tax: string | null
  approved_withheld: string | null
  credited_withheld: Generated<string>
  own_reverse_charge_tax: string | null
  own_nonrecoverable_tax: string | null
  own_withheld: string | null
  own_approved_reverse_charge_tax: string | null
  own_approved_nonrecoverable_tax: string | null
  own_approved_withheld: string | null
  fee_hours: string | null
}

export interface KnownDevicesTable {
  id: string
  user_id: string
  hash: Buffer
  user_agent: string | null
  address: string
  created_at: Date
  seen_at: Date
  trusted_since: Date | null
}

export interface LawFirmTermsTable {
  organisation_id: number
  provider_id: number
  agreed_on: string | null
  ends_on: string | null
  document_url: string | null
  notes: string | null
  version: Generated<number>
  updated_at: Date
  country: string | null
}

export interface LegalEntitiesTable {
  organisation_id: number
  id: Generated<number>
  code: string
  name: string
  active: Generated<boolean>
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface MailDomainClaimsTable {
  organisation_id: number
  domain: string
  proof: string
  created_by: string
  created_at: Date
  checked_at: Date | null
  problem: string | null
}

export interface MailDomainsTable {
  domain: string
  organisation_id: number
  created_at: Date
  proved_at: Date | null
}

export interface MailSettingsTable {
  organisation_id: number
  sender_name: string | null
  reply_to: string | null
  with_logo: boolean
  version: Generated<number>
  updated_at: Date
}

export interface MailTextsTable {
  organisation_id: number
  mail: string
  version: number
  subject: string | null
  body: string | null
  changed_at: Date
  changed_by: string
}

export interface MatterAllocationsTable {
  organisation_id: number
  matter_id: number
  position: number
  cost_centre_id: number | null
  legal_entity_id: number | null
  percent: string
}

export interface MatterBudgetsTable {
  organisation_id: number
  matter_id: number
  version: number
  amount: string | null
  currency: string
  reason: string | null
  set_by: string
  set_at: Date
  span: Generated<string>
  includes_tax: Generated<boolean>
  parts: ColumnType<Json | null, string | null, string | null>
  plan_rate: string | null
  plan_currency: string | null
}

export interface MatterCategoriesTable {
  organisation_id: number
  id: Generated<number>
  parent_id: number | null
  name: string
  team_id: number | null
  team_required: Generated<boolean>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  rules: ColumnType<Json | null, string | null, string | null>
  position: Generated<number>
  firm_rights: Generated<string[]>
  firms_add_colleagues: Generated<boolean>
  name_kept: string | null
  description: string | null
}

export interface MatterEstimatesTable {
  organisation_id: number
  matter_id: number
  provider_id: number
  version: number
  amount: string
  currency: string
  note: string | null
  set_by: string
  set_at: Date
}

export interface MatterExposuresTable {
  organisation_id: number
  matter_id: number
  version: number
  amount: string | null
  currency: string
  probability: number
  reserve: string | null
  note: string | null
  set_by: string
  set_at: Date
}

export interface MatterMembersTable {
  organisation_id: number
  matter_id: number
  user_id: string
  added_at: Date
  added_by: string | null
  note: string | null
  delegate_owner: Generated<boolean>
  delegate_manager: Generated<boolean>
}

export interface MatterMessagesTable {
  organisation_id: number
  id: Generated<number>
  matter_id: number
  user_id: string
  draft_id: number | null
  recipient_ids: Generated<string[]>
  sender: string | null
  subject: string | null
  body: string
  sent_at: Date | null
  created_at: Date
  written: Generated<boolean>
  mentions: Generated<string[]>
  edited_at: Date | null
}

export interface MatterNumbersTable {
  organisation_id: number
  last_number: number
}

export interface MatterScopesTable {
  organisation_id: number
  id: Generated<number>
  matter_id: number
  scope: string
  proposed_by: string
  proposed_at: Date
  outcome: string | null
  decided_by: string | null
  decided_at: Date | null
}

export interface MatterStatusMessagesTable {
  organisation_id: number
  id: Generated<number>
  matter_id: number
  message: string
  user_id: string
  created_at: Date
}

export interface MatterTagsTable {
  organisation_id: number
  matter_id: number
  tag_id: number
  added_by: string
  added_at: Date
}

export interface MatterTermsTable {
  organisation_id: number
  matter_id: number
  file_id: number
  code: string
  set_by: string
  set_at: Date
}

export interface MattersTable {
  organisation_id: number
  id: Generated<number>
  number: number
  name: string
  status: string
  category_id: number
  owner_id: string
  manager_id: string | null
  created_by: string
  team_id: number | null
  parent_id: number | null
  external_id: string | null
  restricted: Generated<boolean>
  urgent: Generated<boolean>
  created_at: Date
  updated_at: Date
  last_activity_at: Date
  version: Generated<number>
  in_intake: Generated<boolean>
  reference: string | null
  manager_reference: string | null
  purchase_order_number: string | null
  told_state: string | null
  deleted_at: Date | null
  deleted_by: string | null
  legal_hold_reason: string | null
  legal_hold_at: Date | null
  legal_hold_by: string | null
  closed_at: Date | null
  own_number: string | null
  form_version: Generated<number>
  core_form_version: Generated<number>
}

export interface NoticeTemplatesTable {
  organisation_id: number
  id: Generated<number>
  template_id: number | null
  storage_key: string
  size: number
  sha256: Buffer
  names: string[]
  set_by: string
  set_at: Date
}

export interface NotificationDefaultsTable {
  organisation_id: number
  ways: ColumnType<Json, string, string>
  version: Generated<number>
  updated_at: Date
}

export interface NotificationDigestsTable {
  organisation_id: number
  user_id: string
  day: string
  sent_at: Date
}

export interface NotificationDispatchesTable {
  organisation_id: number
  event_id: number
  event_at: Date
}

export interface NotificationPreferencesTable {
  organisation_id: number
  user_id: string
  ways: ColumnType<Json, string, string>
  updated_at: Date
}

export interface NotificationsTable {
  organisation_id: number
  id: Generated<number>
  user_id: string
  kind: string
  what: string
  event_id: number
  at: Date
  subject_kind: string
  subject_id: number
  resource_kind: string
  resource_id: number | null
  by_user_id: string | null
  facts: ColumnType<Json, string, string>
  read_at: Date | null
  mail: string | null
  mail_due_at: Date | null
  in_digest: Generated<boolean>
  mailed_at: Date | null
}

export interface NumberSeriesTable {
  organisation_id: number
  kind: string
  series: string
  last_number: number
}

export interface NumberingTable {
  organisation_id: number
  patterns: ColumnType<Json, string, string>
  version: Generated<number>
  updated_at: Date
}

export interface OauthClientSecretsTable {
  id: Generated<number>
  client_id: number
  hash: Buffer
  last_four: string
  created_at: Date
  expires_at: Date | null
}

export interface OauthClientsTable {
  id: Generated<number>
  public_id: string
  organisation_id: number
  name: string
  contact_email: string
  confidential: boolean
  status: Generated<string>
  available_to: Generated<string>
  redirect_uris: Generated<string[]>
  created_at: Date
  created_by: string | null
  updated_at: Date
  updated_by: string | null
  secret_required: Generated<boolean>
  consent_version: Generated<number>
}

export interface OauthConsentsTable {
  user_id: string
  client_id: number
  given_at: Date
  client_version: Generated<number>
  redirect_uris: Generated<string[]>
}

export interface OauthGrantsTable {
  id: Generated<number>
  user_id: string
  client_id: number
  with_secret: boolean
  created_at: Date
  generation: Generated<number>
  rotated_at: Date
  refresh_expires_at: Date
  ended_at: Date | null
  ended_because: string | null
  unproven: Generated<boolean>
}

export interface OrganisationExportPiecesTable {
  organisation_id: number
  export_id: number
  number: number
  storage_key: string
  size: number
  sha256: Buffer
}

export interface OrganisationExportsTable {
  organisation_id: number
  id: Generated<number>
  state: string
  created_by: string
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  expires_at: Date | null
  contents_done: Generated<number>
  contents_total: number | null
  size: Generated<number>
  sha256: Buffer | null
  attempts: Generated<number>
  failure: string | null
  lease: string | null
  leased_until: Date | null
}

export interface OrganisationFeaturesTable {
  organisation_id: number
  code: string
  enabled: boolean
  updated_at: Date
}

export interface OrganisationLinkOffersTable {
  id: Generated<number>
  organisation_id: number
  email: string
  email_key: string
  created_at: Date
  created_by: string | null
  expires_at: Date
}

export interface OrganisationLinksTable {
  customer_id: number
  provider_id: number
  created_at: Date
}

export interface OrganisationsTable {
  id: Generated<number>
  name: string
  type: string
  time_zone: Generated<string>
  currency: Generated<string>
  local_accounts: Generated<boolean>
  created_at: Date
  updated_at: Date
  exported_at: Date | null
  deletion_requested_at: Date | null
  deletion_requested_by: string | null
  deletion_due_at: Date | null
  deletion_reason: string | null
}

export interface OutboxMailsTable {
  organisation_id: number
  id: Generated<number>
  recipient: string
  subject: string
  body: Generated<string>
  created_at: Date
  sent_at: Date | null
  failed_at: Date | null
  error: string | null
  html: string | null
  headers: ColumnType<Json | null, string | null, string | null>
  content_sealed: Buffer | null
}

export interface PasskeysTable {
  id: string
  user_id: string
  credential_id: Buffer
  public_key: Buffer
  uses: number
  transports: Generated<string[]>
  name: string
  created_at: Date
  used_at: Date | null
}

export interface PasswordLinksTable {
  hash: Buffer
  user_id: string
  purpose: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export interface PendingSignInsTable {
  browser_hash: Buffer
  user_id: string
  method: string
  created_at: Date
  expires_at: Date
}

export interface PicturesTable {
  organisation_id: number
  id: Generated<number>
  user_id: string | null
  content_type: string
  content: Buffer
  created_at: Date
}

export interface ProvisionedUsersTable {
  user_id: string
  external_id: string | null
  role_given: Generated<boolean>
  removed_at: Date | null
  updated_at: Date
}

export interface PurchaseOrdersTable {
  organisation_id: number
  id: Generated<number>
  provider_id: number
  number: string
  matter_id: number | null
  currency: string
  amount: string
  starts_on: string | null
  ends_on: string | null
  cost_centre_id: number | null
  legal_entity_id: number | null
  note: string | null
  open: Generated<boolean>
  version: Generated<number>
  created_by: string
  created_at: Date
  updated_at: Date
}

export interface RateProposalLinesTable {
  organisation_id: number
  proposal_id: number
  number: number
  matter_id: number | null
  timekeeper_number: string | null
  timekeeper: string | null
  timekeeper_class: string | null
  currency: string
  proposed_rate: string
  counter_rate: string | null
  starts_on: string
  ends_on: string | null
}

export interface RateProposalStepsTable {
  organisation_id: number
  proposal_id: number
  number: number
  status: string
  note: string | null
  made_by: string
  made_at: Date
}

export interface RateProposalsTable {
  organisation_id: number
  id: Generated<number>
  provider_id: number
  status: string
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface ReaderReadingsTable {
  organisation_id: number
  file_id: number
  version: number
  state: string
  host: string
  reason: string | null
  facts: ColumnType<Json | null, string | null, string | null>
  left_out: Generated<number>
  asked_by: string
  asked_at: Date
  answered_at: Date | null
}

export interface RecentsTable {
  organisation_id: number
  user_id: string
  kind: string
  record_id: number
  seen_at: Date
  place: Generated<number>
}

export interface RecordCountsTable {
  organisation_id: number
  id: Generated<number>
  kind: string
  user_id: string | null
  team_id: number | null
  status: string
  restricted: boolean
  in_intake: boolean
  amount: number
  folded: Generated<boolean>
}

export interface RecordWordsTable {
  organisation_id: number
  kind: string
  word: string
  keys: string[]
}

export interface RecordWordsCollectedTable {
  organisation_id: number
  kind: string
  collected_until: Date
}

export interface RecoveryCodesTable {
  user_id: string
  hash: Buffer
  used_at: Date | null
}

export interface RefreshTokensTable {
  hash: Buffer
  grant_id: number
  generation: number
  issued_at: Date
  expires_at: Date
}

export interface RegionsTable {
  organisation_id: number
  id: Generated<number>
  name: string
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  name_kept: string | null
  version: Generated<number>
  position: number | null
}

export interface ReportMailingsTable {
  organisation_id: number
  id: Generated<number>
  report_id: number | null
  ready: string | null
  recipient_id: string
  created_by: string
  weekday: number | null
  month_day: number | null
  hour: number
  format: string
  next_at: Date | null
  mailed_for: Date | null
  mailed_at: Date | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface RequestQuestionsTable {
  organisation_id: number
  id: Generated<number>
  matter_id: number
  question: string
  asked_by: string
  asked_at: Date
  answer: string | null
  answered_by: string | null
  answered_at: Date | null
}

export interface RequestTypeBoundsTable {
  organisation_id: number
  type_id: number
  position: number
  field_id: number
  at_most: string | null
  one_of: string[] | null
  or_empty: Generated<boolean>
}

export interface RequestTypesTable {
  organisation_id: number
  id: Generated<number>
  title: string
  help: string | null
  category_id: number
  answer_within_days: number | null
  manager_id: string | null
  team_id: number | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  title_kept: string | null
  template_id: number | null
  self_service: Generated<boolean>
  answer_within_hours: number | null
}

export interface RequestsTable {
  organisation_id: number
  matter_id: number
  type_id: number | null
  requester_id: string
  description: string | null
  due: string | null
  created_at: Date
  assigned_at: Date | null
  decision: string | null
  decided_by: string | null
  decided_at: Date | null
  reason: string | null
  answers: Generated<ColumnType<Json, string, string>>
  due_at: Date | null
}

export interface ResumableUploadPiecesTable {
  organisation_id: number
  upload_id: string
  start: number
  storage_key: string
  size: number
  sha256: Buffer
}

export interface ResumableUploadsTable {
  organisation_id: number
  id: string
  created_by: string
  size: number
  received: Generated<number>
  name: string | null
  content_type: string | null
  metadata: string | null
  created_at: Date
  file_id: number | null
}

export interface RetainerMovementsTable {
  organisation_id: number
  id: Generated<number>
  arrangement_id: number
  moved_on: string
  amount: string
  reference: string | null
  note: string | null
  created_by: string
  created_at: Date
  withdrawn_because: string | null
  withdrawn_by: string | null
  withdrawn_at: Date | null
  is_draw: Generated<boolean>
}

export interface SamlKeysTable {
  id: Generated<number>
  organisation_id: number
  certificate: string
  private_sealed: Buffer
  created_at: Date
}

export interface SamlServiceProvidersTable {
  organisation_id: number
  public_id: string
  created_at: Date
}

export interface SavedReportsTable {
  organisation_id: number
  id: Generated<number>
  name: string
  list: string
  filter: string | null
  grouped_by: string[]
  measures: string[]
  days: string | null
  sorted_by: string
  top: number
  shared_with: string
  owner_id: string
  version: Generated<number>
  created_at: Date
  updated_at: Date
  own_currency: Generated<boolean>
  compare: string | null
  chart: Generated<string>
}

export interface SavedViewsTable {
  organisation_id: number
  id: Generated<number>
  list: string
  name: string
  filter: string | null
  order_by: string | null
  columns: ColumnType<Json, string, string>
  group_by: string | null
  layout: string
  shared_with: string
  team_id: number | null
  owner_id: string
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface ScimGroupMembersTable {
  organisation_id: number
  group_id: number
  user_id: string
  maker_ids: Generated<string[]>
}

export interface ScimGroupsTable {
  organisation_id: number
  id: Generated<number>
  name: string
  external_id: string | null
  role: string | null
  grants: Generated<string[]>
  team_id: number | null
  created_at: Date
  updated_at: Date
  custom_role_id: number | null
  mapped_by: string | null
}

export interface ScimTokensTable {
  id: Generated<number>
  organisation_id: number
  name: string
  hash: Buffer
  created_by: string | null
  created_at: Date
  used_at: Date | null
  kept_by: string | null
}

export interface ServerProcessesTable {
  id: string
  role: string
  version: string
  node_version: string
  host: string
  process_id: number
  started_at: Date
  seen_at: Date
}

export interface SessionsTable {
  id: string
  hash: Buffer
  user_id: string
  method: string
  created_at: Date
  seen_at: Date
  expires_at: Date
  user_agent: string | null
  address: string | null
  factor: string | null
  verified_at: Date | null
}

export interface SignInPoliciesTable {
  organisation_id: number
  second_factor: string
  firms: boolean
  remember_days: number
  trust_single_sign_on: boolean
  updated_at: Date
  administrator_networks: Generated<string[]>
  break_glass_user_id: string | null
  approvals_need_sign_in: Generated<boolean>
}

export interface SignatoriesTable {
  organisation_id: number
  contract_id: number
  place: number
  name: string
  title: string | null
  party: string | null
  signed_on: string
}

export interface SignatureFieldsTable {
  organisation_id: number
  request_id: number
  number: number
  place: number
  kind: string
  page: number
  x: number
  y: number
  width: number
  height: number
  required: boolean
  label: string | null
  value: string | null
}

export interface SignatureRequestsTable {
  organisation_id: number
  id: Generated<number>
  contract_id: number
  file_id: number
  file_version: number
  sha256: Buffer
  in_order: boolean
  message: string | null
  expires_at: Date
  state: string
  reason: string | null
  created_by: string
  created_at: Date
  ended_at: Date | null
  may_hand_over: Generated<boolean>
  service_id: number | null
  packet: string | null
  accepted_at: Date | null
  asked_service_at: Date | null
  service_problem: string | null
  voiding_since: Date | null
  sent_sha256: Buffer | null
  base_version: number | null
}

export interface SignatureSignersTable {
  organisation_id: number
  request_id: number
  place: number
  name: string
  email: string
  title: string | null
  party: string | null
  state: string
  secret_hash: Buffer | null
  asked_at: Date | null
  code_hash: Buffer | null
  code_expires_at: Date | null
  proof_hash: Buffer | null
  proof_expires_at: Date | null
  viewed_at: Date | null
  viewed_sha256: Buffer | null
  ended_at: Date | null
  address: string | null
  browser: string | null
  consent_version: number | null
  drawn: boolean | null
  reason: string | null
  earlier: Generated<ColumnType<Json, string, string>>
  needs_app: Generated<boolean>
  app_proof_hash: Buffer | null
  app_confirmed_at: Date | null
}

export interface SignedCopiesTable {
  organisation_id: number
  contract_id: number
  file_id: number
  file_version: number
  sha256: Buffer
  recorded_by: string
  recorded_at: Date
  version: Generated<number>
  locked: Generated<boolean>
  correction_reason: string | null
  correction_since: Date | null
}

export interface SignerAppsTable {
  organisation_id: number
  id: Generated<number>
  request_id: number
  place: number
  secret_sealed: Buffer
  last_step: number
  created_at: Date
}

export interface SigningCertificatesTable {
  id: Generated<number>
  organisation_id: number
  certificate: string
  chain: string
  private_sealed: Buffer | null
  self_made: boolean
  fingerprint: Buffer
  created_at: Date
  created_by: string | null
  replaced_at: Date | null
}

export interface SigningKeysTable {
  kid: string
  public_jwk: ColumnType<Json, string, string>
  private_sealed: Buffer
  created_at: Date
  signs_from: Date
}

export interface SigningServicesTable {
  organisation_id: number
  id: Generated<number>
  name: string
  url: string
  token_sealed: Buffer | null
  secret_sealed: Buffer | null
  previous_secret_sealed: Buffer | null
  previous_secret_expires_at: Date | null
  created_by: string
  created_at: Date
  removed_at: Date | null
}

export interface SpentProofsTable {
  hash: Buffer
  expires_at: Date
}

export interface SsoVisitsTable {
  state_hash: Buffer
  browser_hash: Buffer
  provider_id: number | null
  nonce: string
  code_verifier: string
  return_to: string
  expires_at: Date
  network: Buffer | null
  test_of: number | null
  test_revision: string | null
  tested_by: string | null
  outcome: ColumnType<Json | null, string | null, string | null>
}

export interface StatusNamesTable {
  organisation_id: number
  names: ColumnType<Json, string, string>
  version: Generated<number>
  updated_at: Date
}

export interface StorageClaimsTable {
  id: Generated<boolean>
  database_id: string
  lineage_id: string
  generation: Generated<number>
  nonce: string | null
}

export interface StorageHoldsTable {
  id: string
  held_until: Date
}

export interface SuccessOutcomesTable {
  organisation_id: number
  arrangement_id: number
  version: number
  state: string
  happened_on: string | null
  result: string | null
  fee: string | null
  reason: string
  set_by: string
  set_at: Date
}

export interface TagsTable {
  organisation_id: number
  id: Generated<number>
  description: string
  created_by: string
  created_at: Date
  description_kept: string | null
  version: Generated<number>
  position: number | null
  known: Generated<boolean>
}

export interface TaskTemplateItemsTable {
  organisation_id: number
  template_id: number
  number: number
  parent_number: number | null
  name: string
  description: string | null
  type: string
  duration: Generated<string>
  due_offset: number | null
  due_unit: string | null
  due_after_number: number | null
  assign_to: string | null
}

export interface TaskTemplatesTable {
  organisation_id: number
  id: Generated<number>
  name: string
  description: string | null
  created_by: string | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  name_kept: string | null
}

export interface TasksTable {
  organisation_id: number
  id: Generated<number>
  matter_id: number
  parent_id: number | null
  position: number
  name: string
  description: string | null
  type: string
  status: string
  assigned_to: string | null
  due_at: string | null
  late_from: string | null
  duration: Generated<string>
  created_by: string
  created_at: Date
  updated_at: Date
  told_due: string | null
}

export interface TaxCodeRatesTable {
  organisation_id: number
  tax_code_id: number
  starts_on: string
  ends_on: string | null
  rate: string
  recoverable: string
  withholding: string
}

export interface TaxCodesTable {
  organisation_id: number
  id: Generated<number>
  code: string
  name: string
  country: string
  kind: string
  active: Generated<boolean>
  version: Generated<number>
  created_by: string
  created_at: Date
  updated_at: Date
}

export interface TeamMembersTable {
  organisation_id: number
  team_id: number
  user_id: string
}

export interface TeamsTable {
  organisation_id: number
  id: Generated<number>
  name: string
  description: string | null
  allow_assignment: Generated<boolean>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  created_by: string | null
  updated_by: string | null
  name_kept: string | null
  version: Generated<number>
  position: number | null
}

export interface TimeStampAuthoritiesTable {
  organisation_id: number
  url: string
  tested_at: Date
  set_by: string
}

export interface UserIdentitiesTable {
  issuer: string
  subject: string
  user_id: string
  created_at: Date
}

export interface UserOrganisationsTable {
  user_id: string
  organisation_id: number
}

export interface UserPreferencesTable {
  organisation_id: number
  user_id: string
  locale: string | null
  time_zone: string | null
  theme: string | null
  density: string | null
  single_keys: boolean | null
  updated_at: Date
  first_dashboard: string | null
}

export interface UsersTable {
  id: string
  organisation_id: number
  email: string
  email_key: string
  first_name: string
  last_name: string
  role: string
  permissions: Generated<string[]>
  groups: Generated<string[]>
  status: string
  password_hash: string | null
  job_title: string | null
  direct_phone: string | null
  mobile_phone: string | null
  biography: string | null
  linkedin_url: string | null
  hourly_rate: string | null
  department_id: number | null
  invited_at: Date | null
  created_at: Date
  updated_at: Date
  speciality_ids: Generated<number[]>
  created_by: string | null
  joined: Generated<boolean>
  erased_at: Date | null
  custom_role_id: number | null
  disabled_by_provider: Generated<boolean>
}

export interface WaitingFilesTable {
  organisation_id: number
  file_id: number
  storage_key: string
  size: number
  sha256: Buffer
  md5: Buffer
  content_type: string
  name: string
  created_by: string
  created_at: Date
}

export interface WebhookAttemptsTable {
  organisation_id: number
  id: Generated<number>
  delivery_id: number
  number: number
  started_at: Date
  duration_ms: number | null
  status: number | null
  error: string | null
  excerpt: Buffer | null
  claim: string | null
  answer_headers: string | null
}

export interface WebhookDeliveriesTable {
  organisation_id: number
  id: Generated<number>
  subscription_id: number
  message_id: string
  event_id: number
  event_at: Date
  topic: string
  resource_id: number
  subject_kind: string
  subject_id: number
  collecting: boolean
  state: string
  attempts: Generated<number>
  due_at: Date
  claim: string | null
  claimed_until: Date | null
  body: Buffer | null
  ended_at: Date | null
  ended_because: string | null
  created_at: Date
  kind: Generated<string>
  replay_id: string | null
  replay_of: number | null
}

export interface WebhookEngineTable {
  id: Generated<boolean>
  looked_at: Date
}

export interface WebhookPreviousSecretsTable {
  id: Generated<number>
  subscription_id: number
  secret: Buffer
  expires_at: Date
}

export interface WebhookSubscriptionsTable {
  id: Generated<number>
  user_id: string
  client_id: number | null
  topics: string[]
  url: string
  client_state: string | null
  status: string
  secret: Buffer
  created_at: Date
  modified_at: Date
  modified_by: string
  disabled_because: string | null
  deleted_at: Date | null
  host: Generated<string>
}

export interface WorkingCalendarsTable {
  organisation_id: number
  working_days: number[]
  version: Generated<number>
  updated_at: Date
  begins_at: Generated<number>
  ends_at: Generated<number>
}

export interface Tables {
  accrual_entries: AccrualEntriesTable
  accrual_lines: AccrualLinesTable
  accrual_periods: AccrualPeriodsTable
  accrual_settings: AccrualSettingsTable
  agreed_rate_versions: AgreedRateVersionsTable
  agreed_rates: AgreedRatesTable
  approval_addresses: ApprovalAddressesTable
  approval_defaults: ApprovalDefaultsTable
  approval_delegates: ApprovalDelegatesTable
  authenticator_apps: AuthenticatorAppsTable
  authorization_codes: AuthorizationCodesTable
  authorization_requests: AuthorizationRequestsTable
  backup_results: BackupResultsTable
  budget_alert_settings: BudgetAlertSettingsTable
  budget_alerts: BudgetAlertsTable
  budget_proposals: BudgetProposalsTable
  bulk_change_ids: BulkChangeIdsTable
  bulk_change_records: BulkChangeRecordsTable
  bulk_changes: BulkChangesTable
  calendar_feeds: CalendarFeedsTable
  category_task_templates: CategoryTaskTemplatesTable
  clause_versions: ClauseVersionsTable
  clauses: ClausesTable
  clock: ClockTable
  content_checks: ContentChecksTable
  content_damages: ContentDamagesTable
  contract_amended_expiries: ContractAmendedExpiriesTable
  contract_answers: ContractAnswersTable
  contract_approval_rules: ContractApprovalRulesTable
  contract_approval_steps: ContractApprovalStepsTable
  contract_approvals: ContractApprovalsTable
  contract_approvers: ContractApproversTable
  contract_clauses: ContractClausesTable
  contract_delegates: ContractDelegatesTable
  contract_entities: ContractEntitiesTable
  contract_expiry_reminders: ContractExpiryRemindersTable
  contract_groups: ContractGroupsTable
  contract_key_dates: ContractKeyDatesTable
  contract_members: ContractMembersTable
  contract_messages: ContractMessagesTable
  contract_notice_periods: ContractNoticePeriodsTable
  contract_renewal_decisions: ContractRenewalDecisionsTable
  contract_renewal_terms: ContractRenewalTermsTable
  contract_requests: ContractRequestsTable
  contract_status_messages: ContractStatusMessagesTable
  contract_template_clauses: ContractTemplateClausesTable
  contract_templates: ContractTemplatesTable
  contracts: ContractsTable
  cost_centres: CostCentresTable
  custom_roles: CustomRolesTable
  dashboard_tiles: DashboardTilesTable
  dashboards: DashboardsTable
  deleted_organisations: DeletedOrganisationsTable
  demo: DemoTable
  demo_data: DemoDataTable
  departments: DepartmentsTable
  document_readers: DocumentReadersTable
  document_returns: DocumentReturnsTable
  document_shares: DocumentSharesTable
  email_drafts: EmailDraftsTable
  email_messages: EmailMessagesTable
  email_threads: EmailThreadsTable
  email_tracked_messages: EmailTrackedMessagesTable
  email_trackings: EmailTrackingsTable
  encryption_check: EncryptionCheckTable
  encryption_keys: EncryptionKeysTable
  encryption_marks: EncryptionMarksTable
  event_dispatches: EventDispatchesTable
  events: EventsTable
  exchange_rate_versions: ExchangeRateVersionsTable
  exchange_rates: ExchangeRatesTable
  favourites: FavouritesTable
  fee_arrangement_versions: FeeArrangementVersionsTable
  fee_arrangements: FeeArrangementsTable
  field_options: FieldOptionsTable
  field_values: FieldValuesTable
  fields: FieldsTable
  file_comparison_parts: FileComparisonPartsTable
  file_comparisons: FileComparisonsTable
  file_drafts: FileDraftsTable
  file_text_parts: FileTextPartsTable
  file_texts: FileTextsTable
  file_uploads: FileUploadsTable
  file_version_words: FileVersionWordsTable
  file_versions: FileVersionsTable
  file_words: FileWordsTable
  files: FilesTable
  finance_export_invoices: FinanceExportInvoicesTable
  finance_exports: FinanceExportsTable
  financial_settings: FinancialSettingsTable
  first_steps: FirstStepsTable
  form_parts: FormPartsTable
  form_versions: FormVersionsTable
  former_form_parts: FormerFormPartsTable
  guesses: GuessesTable
  handover_items: HandoverItemsTable
  handovers: HandoversTable
  holidays: HolidaysTable
  idempotency_keys: IdempotencyKeysTable
  identity_provider_drafts: IdentityProviderDraftsTable
  identity_providers: IdentityProvidersTable
  import_archives: ImportArchivesTable
  import_buckets: ImportBucketsTable
  import_files: ImportFilesTable
  import_mappings: ImportMappingsTable
  import_problems: ImportProblemsTable
  import_rows: ImportRowsTable
  imports: ImportsTable
  inbound_mails: InboundMailsTable
  inside_cost_versions: InsideCostVersionsTable
  inside_costs: InsideCostsTable
  installation_administrators: InstallationAdministratorsTable
  invoice_allocations: InvoiceAllocationsTable
  invoice_answer_files: InvoiceAnswerFilesTable
  invoice_approval_addresses: InvoiceApprovalAddressesTable
  invoice_approval_rules: InvoiceApprovalRulesTable
  invoice_approval_settings: InvoiceApprovalSettingsTable
  invoice_approval_steps: InvoiceApprovalStepsTable
  invoice_approvals: InvoiceApprovalsTable
  invoice_approvers: InvoiceApproversTable
  invoice_batches: InvoiceBatchesTable
  invoice_exchange_lines: InvoiceExchangeLinesTable
  invoice_exchanges: InvoiceExchangesTable
  invoice_flags: InvoiceFlagsTable
  invoice_guidelines: InvoiceGuidelinesTable
  invoice_line_reviews: InvoiceLineReviewsTable
  invoice_lines: InvoiceLinesTable
  invoice_originals: InvoiceOriginalsTable
  invoice_payments: InvoicePaymentsTable
  invoice_recipients: InvoiceRecipientsTable
  invoice_reductions: InvoiceReductionsTable
  invoice_tax_corrections: InvoiceTaxCorrectionsTable
  invoices: InvoicesTable
  known_devices: KnownDevicesTable
  law_firm_terms: LawFirmTermsTable
  legal_entities: LegalEntitiesTable
  mail_domain_claims: MailDomainClaimsTable
  mail_domains: MailDomainsTable
  mail_settings: MailSettingsTable
  mail_texts: MailTextsTable
  matter_allocations: MatterAllocationsTable
  matter_budgets: MatterBudgetsTable
  matter_categories: MatterCategoriesTable
  matter_estimates: MatterEstimatesTable
  matter_exposures: MatterExposuresTable
  matter_members: MatterMembersTable
  matter_messages: MatterMessagesTable
  matter_numbers: MatterNumbersTable
  matter_scopes: MatterScopesTable
  matter_status_messages: MatterStatusMessagesTable
  matter_tags: MatterTagsTable
  matter_terms: MatterTermsTable
  matters: MattersTable
  notice_templates: NoticeTemplatesTable
  notification_defaults: NotificationDefaultsTable
  notification_digests: NotificationDigestsTable
  notification_dispatches: NotificationDispatchesTable
  notification_preferences: NotificationPreferencesTable
  notifications: NotificationsTable
  number_series: NumberSeriesTable
  numbering: NumberingTable
  oauth_client_secrets: OauthClientSecretsTable
  oauth_clients: OauthClientsTable
  oauth_consents: OauthConsentsTable
  oauth_grants: OauthGrantsTable
  organisation_export_pieces: OrganisationExportPiecesTable
  organisation_exports: OrganisationExportsTable
  organisation_features: OrganisationFeaturesTable
  organisation_link_offers: OrganisationLinkOffersTable
  organisation_links: OrganisationLinksTable
  organisations: OrganisationsTable
  outbox_mails: OutboxMailsTable
  passkeys: PasskeysTable
  password_links: PasswordLinksTable
  pending_sign_ins: PendingSignInsTable
  pictures: PicturesTable
  provisioned_users: ProvisionedUsersTable
  purchase_orders: PurchaseOrdersTable
  rate_proposal_lines: RateProposalLinesTable
  rate_proposal_steps: RateProposalStepsTable
  rate_proposals: RateProposalsTable
  reader_readings: ReaderReadingsTable
  recents: RecentsTable
  record_counts: RecordCountsTable
  record_words: RecordWordsTable
  record_words_collected: RecordWordsCollectedTable
  recovery_codes: RecoveryCodesTable
  refresh_tokens: RefreshTokensTable
  regions: RegionsTable
  report_mailings: ReportMailingsTable
  request_questions: RequestQuestionsTable
  request_type_bounds: RequestTypeBoundsTable
  request_types: RequestTypesTable
  requests: RequestsTable
  resumable_upload_pieces: ResumableUploadPiecesTable
  resumable_uploads: ResumableUploadsTable
  retainer_movements: RetainerMovementsTable
  saml_keys: SamlKeysTable
  saml_service_providers: SamlServiceProvidersTable
  saved_reports: SavedReportsTable
  saved_views: SavedViewsTable
  scim_group_members: ScimGroupMembersTable
  scim_groups: ScimGroupsTable
  scim_tokens: ScimTokensTable
  server_processes: ServerProcessesTable
  sessions: SessionsTable
  sign_in_policies: SignInPoliciesTable
  signatories: SignatoriesTable
  signature_fields: SignatureFieldsTable
  signature_requests: SignatureRequestsTable
  signature_signers: SignatureSignersTable
  signed_copies: SignedCopiesTable
  signer_apps: SignerAppsTable
  signing_certificates: SigningCertificatesTable
  signing_keys: SigningKeysTable
  signing_services: SigningServicesTable
  spent_proofs: SpentProofsTable
  sso_visits: SsoVisitsTable
  status_names: StatusNamesTable
  storage_claims: StorageClaimsTable
  storage_holds: StorageHoldsTable
  success_outcomes: SuccessOutcomesTable
  tags: TagsTable
  task_template_items: TaskTemplateItemsTable
  task_templates: TaskTemplatesTable
  tasks: TasksTable
  tax_code_rates: TaxCodeRatesTable
  tax_codes: TaxCodesTable
  team_members: TeamMembersTable
  teams: TeamsTable
  time_stamp_authorities: TimeStampAuthoritiesTable
  user_identities: UserIdentitiesTable
  user_organisations: UserOrganisationsTable
  user_preferences: UserPreferencesTable
  users: UsersTable
  waiting_files: WaitingFilesTable
  webhook_attempts: WebhookAttemptsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_engine: WebhookEngineTable
  webhook_previous_secrets: WebhookPreviousSecretsTable
  webhook_subscriptions: WebhookSubscriptionsTable
  working_calendars: WorkingCalendarsTable
}
