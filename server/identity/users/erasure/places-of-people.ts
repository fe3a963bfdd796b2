// Every place where the database refers to a person, and what becomes of it when they are erased.
//
// remove   the rows are about the person alone: they go
// keep     the rows belong to a record or to the organisation: they stay, and show "Former member"
//
// test/house/places-of-people.test.ts compares this list with the schema.

export interface PlaceOfPerson {
  readonly table: string
  readonly column: string
  readonly fate: 'remove' | 'keep'
  /** The table is one of the installation: its rows have no organisation. */
  readonly installation?: true
  /** The column is a list of people. */
  readonly list?: true
  /** A condition on the rows: the others belong to a record, or to more people. */
  readonly only?: string
}

const remove = (
  table: string,
  more: Partial<Pick<PlaceOfPerson, 'column' | 'installation' | 'only'>> = {},
): PlaceOfPerson => ({ table, column: 'user_id', fate: 'remove', ...more })
const installation = { installation: true } as const

const lists = new Set(['approver_ids', 'maker_ids', 'mentions', 'recipient_ids'])
const keep = (table: string, ...columns: readonly string[]): readonly PlaceOfPerson[] =>
  columns.map((column) => ({ table, column, fate: 'keep', ...(lists.has(column) ? { list: true } : {}) }))

/** In an order in which rows can be removed. */
export const placesOfPerson: readonly PlaceOfPerson[] = [
  // how they signed in, and what acted for them
  remove('authorization_codes', installation),
  remove('oauth_consents', installation),
  remove('oauth_grants', installation),
  remove('sessions', installation),
  remove('password_links', installation),
  remove('authenticator_apps', installation),
  remove('passkeys', installation),
  remove('recovery_codes', installation),
  remove('known_devices', installation),
  remove('installation_administrators', installation),
  remove('pending_sign_ins', installation),
  remove('sso_visits', { column: 'tested_by', ...installation }),
  remove('provisioned_users', installation),
  remove('scim_group_members'),
  remove('user_identities', installation),
  remove('calendar_feeds', installation),
  remove('webhook_subscriptions', installation),
  remove('idempotency_keys'),
  remove('approval_delegates'),
  remove('approval_delegates', { column: 'delegate_id' }),
  remove('contract_delegates'),
  remove('contract_delegates', { column: 'approver_id' }),
  remove('handovers'),
  remove('handovers', { column: 'stand_in_id' }),
  // what the product kept for them
  remove('notifications'),
  remove('notification_digests'),
  remove('notification_preferences'),
  remove('user_preferences'),
  remove('favourites'),
  remove('file_drafts'),
  remove('recents'),
  remove('pictures'),
  remove('saved_views', { column: 'owner_id', only: "shared_with = 'Me'" }),
  remove('report_mailings', { column: 'recipient_id' }),
  remove('dashboards', { column: 'owner_id', only: "shared_with = 'Me'" }),
  remove('saved_reports', { column: 'owner_id', only: "shared_with = 'Me'" }),
  remove('team_members'),
  // a mailbox that they connected; what was filed with a record belongs to it
  remove('email_threads', { only: 'matter_id is null and contract_id is null' }),

  // who did what: the record would not be true without it
  ...keep('agreed_rate_versions', 'set_by'),
  ...keep('agreed_rates', 'set_by'),
  // gone when the approval ends
  ...keep('approval_addresses', 'user_id', 'deciding_for'),
  ...keep('bulk_changes', 'created_by'),
  ...keep('clause_versions', 'set_by', 'approved_by'),
  ...keep('clauses', 'created_by', 'owner_id'),
  ...keep('contract_approval_rules', 'approver_ids', 'escalate_to'),
  ...keep('approval_defaults', 'escalate_to'),
  ...keep('contract_approval_steps', 'escalate_to'),
  ...keep('contract_approvals', 'started_by'),
  ...keep('contract_approvers', 'user_id', 'delegated_to', 'decided_by'),
  ...keep('contract_entities', 'created_by'),
  ...keep('contract_key_dates', 'created_by', 'owner_id'),
  ...keep('contract_members', 'user_id', 'added_by'),
  ...keep('contract_requests', 'requester_id'),
  ...keep('contract_messages', 'user_id', 'mentions'),
  ...keep('contract_status_messages', 'user_id'),
  ...keep('contracts', 'owner_id', 'created_by', 'deleted_by', 'legal_hold_by'),
  ...keep('document_returns', 'decided_by', 'user_id'),
  ...keep('document_shares', 'created_by'),
  ...keep('demo_data', 'taken_by'),
  ...keep('email_drafts', 'user_id', 'recipient_ids'),
  ...keep('email_messages', 'user_id'),
  ...keep('email_threads', 'user_id'),
  ...keep('email_trackings', 'user_id'),
  ...keep('events', 'user_id'),
  ...keep('exchange_rate_versions', 'set_by'),
  ...keep('exchange_rates', 'set_by'),
  ...keep('field_values', 'user_id'),
  ...keep('inside_cost_versions', 'set_by'),
  ...keep('inside_costs', 'set_by'),
  ...keep('fields', 'created_by', 'updated_by'),
  ...keep('file_uploads', 'created_by'),
  ...keep('file_versions', 'created_by'),
  ...keep('files', 'locked_by', 'created_by', 'updated_by', 'shielded_for', 'deleted_by'),
  ...keep('first_steps', 'user_id'),
  ...keep('form_versions', 'changed_by'),
  ...keep('mail_domain_claims', 'created_by'),
  ...keep('mail_texts', 'changed_by'),
  ...keep('handovers', 'created_by'),
  // what came in a test is gone within a day
  ...keep('identity_provider_drafts', 'tested_by'),
  ...keep('finance_exports', 'created_by', 'ended_by'),
  ...keep('purchase_orders', 'created_by'),
  ...keep('tax_codes', 'created_by'),
  ...keep('import_buckets', 'created_by'),
  ...keep('import_mappings', 'created_by'),
  ...keep('imports', 'created_by'),
  ...keep('inbound_mails', 'user_id'),
  ...keep('invoice_answer_files', 'added_by'),
  ...keep('invoice_approval_addresses', 'user_id', 'deciding_for'),
  ...keep('invoice_approval_rules', 'approver_ids', 'escalate_to'),
  ...keep('invoice_approval_steps', 'escalate_to'),
  ...keep('invoice_approvals', 'started_by'),
  ...keep('invoice_approvers', 'user_id', 'decided_by'),
  ...keep('invoice_batches', 'created_by'),
  ...keep('invoice_exchanges', 'sent_by', 'answered_by', 'decided_by'),
  ...keep('invoice_line_reviews', 'reviewed_by'),
  ...keep('invoice_tax_corrections', 'corrected_by'),
  ...keep('invoice_payments', 'created_by', 'withdrawn_by'),
  ...keep('invoice_reductions', 'reviewed_by'),
  ...keep('invoices', 'approved_by', 'created_by'),
  ...keep('organisation_exports', 'created_by'),
  ...keep('matter_members', 'user_id', 'added_by'),
  ...keep('matter_messages', 'user_id', 'recipient_ids', 'mentions'),
  ...keep('matter_scopes', 'proposed_by', 'decided_by'),
  ...keep('matter_status_messages', 'user_id'),
  ...keep('matter_tags', 'added_by'),
  ...keep('accrual_entries', 'stated_by'),
  ...keep('accrual_periods', 'closed_by'),
  ...keep('matter_budgets', 'set_by'),
  ...keep('matter_estimates', 'set_by'),
  ...keep('matter_exposures', 'set_by'),
  ...keep('fee_arrangement_versions', 'set_by'),
  ...keep('success_outcomes', 'set_by'),
  ...keep('retainer_movements', 'created_by', 'withdrawn_by'),
  ...keep('budget_proposals', 'proposed_by', 'answered_by'),
  ...keep('invoice_flags', 'dismissed_by'),
  ...keep('invoice_guidelines', 'set_by'),
  ...keep('matter_terms', 'set_by'),
  ...keep('matters', 'owner_id', 'manager_id', 'created_by', 'deleted_by', 'legal_hold_by'),
  ...keep('notifications', 'by_user_id'),
  ...keep('oauth_clients', 'created_by', 'updated_by'),
  ...keep('rate_proposal_steps', 'made_by'),
  ...keep('organisation_link_offers', 'created_by'),
  { table: 'organisations', column: 'deletion_requested_by', fate: 'keep', installation: true },
  // totals, of which no row names what they worked on
  ...keep('record_counts', 'user_id'),
  ...keep('request_questions', 'asked_by', 'answered_by'),
  ...keep('request_types', 'manager_id'),
  ...keep('requests', 'requester_id', 'decided_by'),
  // on their way, and gone within a day
  ...keep('resumable_uploads', 'created_by'),
  ...keep('waiting_files', 'created_by'),
  ...keep('saved_views', 'owner_id'),
  ...keep('saved_reports', 'owner_id'),
  ...keep('dashboards', 'owner_id'),
  ...keep('report_mailings', 'created_by'),
  ...keep('scim_group_members', 'maker_ids'),
  ...keep('scim_groups', 'mapped_by'),
  ...keep('scim_tokens', 'created_by', 'kept_by'),
  ...keep('sign_in_policies', 'break_glass_user_id'),
  ...keep('contract_renewal_decisions', 'decided_by'),
  ...keep('notice_templates', 'set_by'),
  ...keep('signed_copies', 'recorded_by'),
  ...keep('signature_requests', 'created_by'),
  ...keep('signing_certificates', 'created_by'),
  ...keep('signing_services', 'created_by'),
  ...keep('tags', 'created_by'),
  ...keep('task_templates', 'created_by'),
  ...keep('tasks', 'assigned_to', 'created_by'),
  ...keep('teams', 'created_by', 'updated_by'),
  ...keep('time_stamp_authorities', 'set_by'),
  ...keep('document_readers', 'set_by'),
  ...keep('reader_readings', 'asked_by'),
  ...keep('custom_roles', 'created_by', 'updated_by'),
  // in which organisations the rows above are
  ...keep('user_organisations', 'user_id'),
  ...keep('users', 'created_by'),
  // the last to change a subscription is its owner
  { table: 'webhook_subscriptions', column: 'modified_by', fate: 'remove', installation: true },
]

/**
 * The columns of the person's own row, apart from ids, times and what they were allowed to do: all of them are
 * overwritten.
 */
export const profileColumns = [
  'email',
  'email_key',
  'first_name',
  'last_name',
  'password_hash',
  'job_title',
  'direct_phone',
  'mobile_phone',
  'biography',
  'linkedin_url',
  'hourly_rate',
  'department_id',
  'speciality_ids',
  'permissions',
  'groups',
  'custom_role_id',
] as const
