// Every check constraint of the schema: the input that one keeps, or who else writes what it keeps. Operations check
// their input first and say more; this is what a caller is answered where one of them let something through.
// test/house/constraints.test.ts keeps it whole.
import { bareObject } from '../bare-object.ts'

/** The input that a constraint is about, by the operation's name for it, and what is right. */
export interface CheckedInput {
  readonly path: string
  readonly reason: string
}

const oneOf = (path: string): CheckedInput => ({ path, reason: 'must be one of the values that exist.' })
const together = (path: string): CheckedInput => ({
  path,
  reason: 'does not fit the other properties of the request.',
})

/** What inputs can violate. */
export const checkedInputs = bareObject<CheckedInput>({
  approval_delegates_days: { path: 'lastDay', reason: 'must not be before the first day.' },
  approval_delegates_other: { path: 'delegate', reason: 'must be somebody else than you.' },
  calendar_feeds_scope_known: oneOf('scope'),
  contract_approval_rules_condition: together('condition'),
  contract_approval_rules_need_known: oneOf('need'),
  contract_approval_steps_need_known: oneOf('need'),
  contract_approvers_decision_known: oneOf('decision'),
  contract_key_dates_category_known: oneOf('category'),
  contract_key_dates_value_positive: { path: 'value', reason: 'must be 0 or more.' },
  contract_notice_periods_amount_range: { path: 'amount', reason: 'must be a whole number from 1 to 999.' },
  contract_notice_periods_unit_known: oneOf('unit'),
  contract_templates_category_known: oneOf('category'),
  contracts_legal_hold: { path: 'reason', reason: 'is missing.' },
  contracts_status_known: oneOf('status'),
  email_drafts_mode_known: oneOf('mode'),
  email_threads_change_range: { path: 'changeNumber', reason: 'must be from 1 to 2147483647.' },
  email_threads_client_known: oneOf('client'),
  email_threads_one_record: together('record'),
  email_threads_tracked_record: { path: 'track', reason: 'needs a record.' },
  email_trackings_one_record: together('record'),
  favourites_kind_known: oneOf('type'),
  field_options_properties_object: { path: 'properties', reason: 'must be an object.' },
  fields_meaning_known: oneOf('meaning'),
  fields_range: together('rangeStart'),
  fields_step: { path: 'stepSize', reason: 'must be more than 0.' },
  file_uploads_outcome_known: oneOf('outcome'),
  file_uploads_target_known: oneOf('targetType'),
  files_link: { path: 'externalWebUri', reason: 'is only for links to documents that are kept elsewhere.' },
  files_task_of_matter: { path: 'taskId', reason: 'must be a task of the matter.' },
  files_web_uri: { path: 'externalWebUri', reason: 'must be an https address of at most 2048 characters.' },
  financial_settings_year_end: { path: 'yearEndDay', reason: 'must be a day of that month.' },
  form_parts_form_known: oneOf('form'),
  form_parts_group_has_title: { path: 'label', reason: 'is missing: a group has a title.' },
  handovers_other: { path: 'to', reason: 'must be another person.' },
  idempotency_keys_key_length: { path: 'Idempotency-Key', reason: 'must have 1 to 255 characters.' },
  invoice_lines_kind_known: oneOf('kind'),
  invoice_originals_format_known: oneOf('format'),
  invoice_recipients_tax_type_known: oneOf('taxType'),
  invoices_billing_period: {
    path: 'billingPeriodEnd',
    reason: 'must not be before the billing period starts.',
  },
  invoices_one_provider: { path: 'provider', reason: 'must be either a law firm or the name of a vendor.' },
  invoices_status_known: oneOf('status'),
  mail_domains_lower_case: { path: 'domain', reason: 'must be in lower case.' },
  matters_legal_hold: { path: 'reason', reason: 'is missing.' },
  matters_status_known: oneOf('status'),
  oauth_clients_available_to_known: oneOf('availableTo'),
  oauth_clients_secret_required_of_confidential: {
    path: 'secretRequired',
    reason: 'must be false for a client that can keep no secret.',
  },
  oauth_clients_status_known: oneOf('status'),
  organisations_type_known: oneOf('type'),
  pictures_size: { path: 'file', reason: 'must have 1 to 1048576 bytes.' },
  recents_kind_known: oneOf('type'),
  request_questions_answer: together('answer'),
  request_type_bounds_one: together('bounds'),
  request_types_days: { path: 'answerWithinDays', reason: 'must be from 0 to 365.' },
  request_types_self_service: { path: 'selfService', reason: 'needs a contract type.' },
  requests_decision_known: oneOf('decision'),
  resumable_uploads_received: { path: 'Upload-Offset', reason: 'must be within Upload-Length.' },
  saved_views_of_a_team: {
    path: 'team',
    reason: 'belongs to a view that is shared with a team, and to no other.',
  },
  saved_views_shared_with_known: oneOf('sharedWith'),
  task_template_items_assign_known: oneOf('assignTo'),
  task_template_items_due: together('dueOffset'),
  task_template_items_type_known: oneOf('type'),
  tasks_duration_range: { path: 'duration', reason: 'must be 0 or more.' },
  tasks_status_known: oneOf('status'),
  tasks_type_known: oneOf('type'),
  user_preferences_density_known: oneOf('density'),
  user_preferences_theme_known: oneOf('theme'),
  users_role_known: oneOf('role'),
  users_status_known: oneOf('status'),
  webhook_subscriptions_status_known: oneOf('status'),
})

/**
 * What no input reaches, by reason: a violation is a defect of the server and stays a 500. The range of ids
 * (`<table>_id_check`) is not listed: ids come from sequences.
 */
export const ownChecks = bareObject<readonly string[]>({
  'a table of one row': [
    'backup_results_one_row',
    'clock_one_row',
    'content_checks_one_row',
    'demo_one_row',
    'encryption_check_one_row',
    'storage_claims_one_row',
    'webhook_engine_one_row',
  ],
  'a state that only the server moves': [
    'bulk_change_records_made_list',
    'bulk_changes_done',
    'bulk_changes_state_known',
    'contract_approvals_end',
    'contract_approvals_state_known',
    'contract_approvers_decided',
    'contract_approvers_delegated',
    'contract_requests_answers_list',
    'contract_requests_matter_number',
    'contracts_bin',
    'file_uploads_final',
    'file_uploads_made_known',
    'file_uploads_replaced',
    'requests_answers_list',
    'files_bin',
    'invoices_paid',
    'matter_scopes_outcome_known',
    'matters_bin',
    'organisations_deletion_whole',
    'password_links_purpose_known',
    'requests_decision_whole',
    'webhook_deliveries_kind_known',
    'webhook_deliveries_state_known',
  ],
  'worked out by the server from other rows': [
    'contract_key_dates_reminder_of',
    'contract_templates_wizard_hash',
    'matters_told_state_known',
    'notifications_mail_known',
    'notifications_subject_known',
    'record_counts_kind_known',
    'record_words_collected_kind_known',
    'record_words_kind_known',
    'tasks_lateness',
  ],
  'worked out by the server from contents': [
    'content_damages_problem',
    'email_messages_original',
    'file_texts_state_known',
  ],
  'where a row belongs, taken from the record it is made for': [
    'field_values_kind_known',
    'field_values_one_value',
    'fields_category_known',
    'fields_defaults_list',
    'file_versions_of_no_link',
    'files_kind_known',
    'files_one_record',
    'inbound_mails_one_record',
    'waiting_files_file_id_range',
  ],
})
