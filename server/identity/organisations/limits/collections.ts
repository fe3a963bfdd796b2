// The limits of everything that callers can fill: one table, from which checks, docs/limits.md and its tests come. What
// has no number is in unnumbered.ts.
import { sql } from 'kysely'
import { kinds } from '../../../records/kinds.ts'
import { type Collection, ofOrganisation, ofPerson, remove } from './collection.ts'

/** Of an organisation, without deleted rows that stay. */
const wholeList = (words: string, most: number, table: string, route: string): Collection =>
  ofOrganisation(words, most, table, { routes: [route], live: false })

const subscribing = ['POST /v2/webhookSubscriptions', 'POST /account-apis/v1/webhooks/subscriptions']
const makingContracts = ['POST /contract-apis/v1/contracts/entities', 'POST /v2/contractParties']
const choosing = [
  'POST /v2/fields/:fieldId/options',
  'POST /field-apis/v1/lookupFields/:id/choice/single',
  'POST /field-apis/v1/lookupFields/:id/choices',
]

const subscriptions = sql`webhook_subscriptions s join users u on u.id = s.user_id`

/** Every limited collection, by the name that commands call it. */
export const collections = {
  ownSubscriptions: {
    words: 'webhook subscriptions',
    per: 'person',
    most: 50,
    instead: remove,
    routes: subscribing,
    rows: ({ userId }) => sql`webhook_subscriptions where user_id = ${userId} and deleted_at is null`,
  },
  subscriptions: {
    words: 'webhook subscriptions',
    per: 'organisation',
    most: 500,
    instead: remove,
    routes: subscribing,
    rows: ({ organisationId }) =>
      sql`${subscriptions} where u.organisation_id = ${organisationId} and s.deleted_at is null`,
  },
  ownViews: ofPerson('saved views', 'saved_views', 'owner_id', 'POST /v2/views'),
  ownReports: ofPerson('saved reports', 'saved_reports', 'owner_id', 'POST /v2/reports'),
  ownDashboards: ofPerson('dashboards', 'dashboards', 'owner_id', 'POST /v2/dashboards'),
  ownReportMailings: ofPerson('mailed reports', 'report_mailings', 'created_by', 'POST /v2/reports/mailings'),
  views: ofOrganisation('saved views', 5_000, 'saved_views', { routes: ['POST /v2/views'], live: false }),
  approvalDelegates: {
    words: 'delegates for approvals',
    per: 'person',
    most: 20,
    instead: 'Withdraw one that you do not need any more.',
    routes: ['POST /v2/me/approvalDelegates'],
    rows: ({ organisationId, userId }) =>
      sql`approval_delegates where organisation_id = ${organisationId} and user_id = ${userId}`,
  },
  handovers: {
    words: 'handovers until a day',
    per: 'person',
    most: 50,
    instead: 'End one of them first.',
    routes: ['POST /v2/users/:userId/handovers'],
    rows: ({ organisationId, userId }) =>
      sql`handovers where organisation_id = ${organisationId} and user_id = ${userId} and ended_at is null`,
  },
  favourites: {
    words: 'favourites',
    per: 'person',
    most: 200,
    instead: 'Remove some first.',
    routes: ['PUT /v2/me/favourites/:type/:id'],
    rows: ({ userId }) =>
      sql`/* every organisation: a person's favourites are records of several */ favourites where user_id = ${userId}`,
  },
  calendarFeeds: {
    words: 'calendar feeds',
    per: 'person',
    most: 20,
    instead: 'Remove one that you do not use any more.',
    routes: ['POST /v2/me/calendarFeeds'],
    rows: ({ userId }) => sql`calendar_feeds where user_id = ${userId}`,
  },
  unfinishedUploads: {
    words: 'unfinished uploads',
    per: 'person',
    most: 100,
    instead: 'Finish or delete one of them, or wait until they end after a day.',
    routes: ['POST /v2/uploads'],
    rows: ({ organisationId, userId }) =>
      sql`resumable_uploads where organisation_id = ${organisationId} and created_by = ${userId} and file_id is null`,
  },
  stagedUploads: {
    words: 'uploads for contracts that do not exist yet',
    per: 'person',
    most: 200,
    instead: 'Create their contracts, or wait until they end after a day.',
    routes: ['POST /v2/files'],
    rows: ({ organisationId, userId }) =>
      sql`waiting_files where organisation_id = ${organisationId} and created_by = ${userId}`,
  },
  unfinishedJobs: {
    words: 'jobs that have not finished',
    per: 'person',
    most: 10,
    instead: 'Wait for them, or cancel some.',
    routes: [
      'POST /v2/matters/bulk',
      'POST /v2/contracts/bulk',
      ...['tasks', 'intake'].map((list) => `POST /v2/${list}/bulk`),
      'POST /v2/jobs/:jobId/undo',
    ],
    rows: ({ organisationId, userId }) =>
      sql`bulk_changes where organisation_id = ${organisationId} and created_by = ${userId} and finished_at is null`,
  },
  imports: ofOrganisation('imports', 50, 'imports', { routes: ['POST /v2/imports'], live: false }),
  importMappings: ofOrganisation('kept mappings of imports', 200, 'import_mappings', {
    routes: ['POST /v2/importMappings'],
    live: false,
  }),
  emailDrafts: {
    words: 'drafts of emails that have not been sent',
    per: 'person',
    most: 1_000,
    instead: 'Send or delete some.',
    routes: ['POST /account-apis/v1/emails/drafts'],
    rows: ({ userId }) =>
      sql`/* every organisation: a person writes about records of several */ email_drafts where user_id = ${userId} and delivered_at is null`,
  },
  mailDomainClaims: ofOrganisation('mail domains that wait for their proof', 100, 'mail_domain_claims', {
    routes: ['POST /v2/mailDomains'],
    live: false,
    instead: 'Prove or withdraw some first.',
  }),
  signingServices: {
    words: 'signing services',
    per: 'organisation',
    most: 20,
    instead: 'Remove one that is not used any more.',
    routes: ['POST /v2/signingServices'],
    rows: ({ organisationId }) =>
      sql`signing_services where organisation_id = ${organisationId} and removed_at is null`,
  },
  teams: ofOrganisation('teams', 1_000, 'teams', { routes: ['POST /v2/teams'] }),
  departments: ofOrganisation('departments', 5_000, 'departments', { routes: ['POST /v2/departments'] }),
  regions: ofOrganisation('regions', 1_000, 'regions', { routes: ['POST /v2/regions'] }),
  matterTypes: ofOrganisation('matter types', 1_000, 'matter_categories', {
    routes: ['POST /v2/matterTypes'],
  }),
  contractTypes: ofOrganisation('contract types', 1_000, 'contract_templates', {
    routes: ['POST /v2/contractTypes'],
  }),
  contractGroups: ofOrganisation('groups of contract types', 500, 'contract_groups', {
    routes: ['POST /v2/contractGroups', 'POST /v2/contractTypes'],
    live: false,
  }),
  clauses: ofOrganisation('clauses', 2_000, 'clauses', {
    routes: ['POST /v2/clauses'],
    instead: 'Retire some that are not used any more.',
  }),
  clauseVersions: ofOrganisation('versions of clauses', 20_000, 'clause_versions', {
    routes: ['POST /v2/clauses/:clauseId/versions'],
    live: false,
  }),
  requestTypes: ofOrganisation('request types', 200, 'request_types', { routes: ['POST /v2/requestTypes'] }),
  fields: ofOrganisation('custom fields', 2_000, 'fields', { routes: ['POST /v2/fields'] }),
  choices: {
    words: 'choices',
    per: 'field',
    most: 20_000,
    instead: 'Merge or delete some.',
    routes: [...choosing, 'POST /v2/fields'],
    rows: ({ organisationId, parentId }) =>
      sql`field_options where organisation_id = ${organisationId} and field_id = ${parentId} and deleted_at is null`,
  },
  taskTemplates: ofOrganisation('task templates', 1_000, 'task_templates', {
    routes: ['POST /v2/taskTemplates'],
  }),
  recipients: ofOrganisation('recipients of invoices', 1_000, 'invoice_recipients', {
    routes: ['POST /v2/invoiceRecipients'],
  }),
  agreedRates: ofOrganisation('agreed rates', 50_000, 'agreed_rates', {
    routes: [
      'POST /v2/agreedRates',
      'POST /v2/agreedRates/imports',
      'POST /v2/rateProposals/:proposalId/approve',
      'POST /v2/rateProposals/:proposalId/accept',
    ],
    live: false,
    instead: 'Correct one that there is.',
  }),
  exchangeRates: ofOrganisation('rates of exchange', 500_000, 'exchange_rates', {
    routes: ['POST /v2/exchangeRates', 'POST /v2/exchangeRates/imports'],
    live: false,
    instead: 'Remove some that are not used.',
  }),
  insideCosts: ofOrganisation('inside costs', 50_000, 'inside_costs', {
    routes: ['POST /v2/insideCosts', 'POST /v2/insideCosts/imports'],
    live: false,
    instead: 'Remove some that are not needed any more.',
  }),
  financeExports: ofOrganisation('exports to finance', 100_000, 'finance_exports', {
    routes: ['POST /v2/financeExports'],
    live: false,
    instead: 'Ask the operator to raise the limit.',
  }),
  costCentres: wholeList('cost centres', 5_000, 'cost_centres', 'POST /v2/costCentres'),
  purchaseOrders: wholeList('purchase orders', 50_000, 'purchase_orders', 'POST /v2/purchaseOrders'),
  taxCodes: wholeList('tax codes', 500, 'tax_codes', 'POST /v2/taxCodes'),
  legalEntities: wholeList('legal entities', 1_000, 'legal_entities', 'POST /v2/legalEntities'),
  rateProposals: {
    words: 'proposals of rates that wait',
    per: 'organisation',
    most: 500,
    instead: 'Answer or withdraw some.',
    routes: ['POST /v2/rateProposals'],
    rows: ({ organisationId }) =>
      sql`rate_proposals where organisation_id = ${organisationId} and status in ('Proposed', 'Countered')`,
  },
  clients: ofOrganisation('integration clients', 200, 'oauth_clients', {
    routes: ['POST /v2/integrationClients'],
    live: false,
    instead: 'Ask the operator to remove clients that are not used any more.',
  }),
  parties: ofOrganisation('contract parties', 100_000, 'contract_entities', {
    routes: makingContracts,
    live: false,
    instead: 'Merge or delete some.',
  }),
  tags: ofOrganisation('tags', 20_000, 'tags', {
    routes: ['POST /v2/matters/:matterId/tags', 'POST /v2/tags'],
    live: false,
    instead: 'Use one that exists.',
  }),
  people: ofOrganisation('people', 50_000, 'users', {
    routes: ['POST /v2/users', 'POST /scim/v2/Users'],
    live: false,
    instead: 'Ask the operator about another organisation.',
  }),
  customRoles: ofOrganisation('roles', 200, 'custom_roles', {
    routes: ['POST /v2/customRoles'],
    live: false,
  }),
  provisioningTokens: ofOrganisation('provisioning tokens', 20, 'scim_tokens', {
    routes: ['POST /v2/provisioningTokens'],
    live: false,
    instead: 'End one that is not used any more.',
  }),
  provisionedGroups: ofOrganisation('groups of the identity provider', 1_000, 'scim_groups', {
    routes: ['POST /scim/v2/Groups'],
    live: false,
    instead: 'Send fewer groups.',
  }),
  linkOffers: ofOrganisation('open offers', 100, 'organisation_link_offers', {
    routes: ['POST /v2/organizationLinkOffers'],
    live: false,
    instead: 'Withdraw some first.',
  }),
  tasks: {
    words: 'tasks',
    per: kinds.matter.one,
    most: 10_000,
    instead: 'Delete some, or use another matter.',
    routes: [
      'POST /v2/matters/:matterId/tasks',
      'POST /v2/matters/:matterId/taskTemplates',
      'POST /matter-apis/v1/matters/:matterId/taskTemplates',
    ],
    rows: ({ organisationId, parentId }) =>
      sql`tasks where organisation_id = ${organisationId} and matter_id = ${parentId}`,
  },
  keyDates: {
    words: 'key dates',
    per: kinds.contract.one,
    most: 1_000,
    instead: 'Delete some that are over.',
    routes: ['POST /v2/contracts/:contractId/keyDates'],
    rows: ({ organisationId, parentId }) =>
      sql`contract_key_dates where organisation_id = ${organisationId} and contract_id = ${parentId}`,
  },
} satisfies Readonly<Record<string, Collection>>

/** The name of a limited collection. */
export type CollectionName = keyof typeof collections
