// GENERATED from the migrated database by `npm run generate`; do not edit.
import type { ColumnType, Generated } from 'kysely'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export interface ClockTable {
  id: Generated<boolean>
  offset_ms: Generated<number>
}

export interface ContractGroupsTable {
  organisation_id: number
  id: Generated<number>
  name: string
  created_at: Date
  updated_at: Date
}

export interface ContractMembersTable {
  organisation_id: number
  contract_id: number
  user_id: string
  added_at: Date
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
}

export interface MatterMembersTable {
  organisation_id: number
  matter_id: number
  user_id: string
  added_at: Date
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
}

export interface OutboxMailsTable {
  organisation_id: number
  id: Generated<number>
  recipient: string
  subject: string
  body: string
  created_at: Date
  sent_at: Date | null
  failed_at: Date | null
  error: string | null
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
}

export interface UserOrganisationsTable {
  user_id: string
  organisation_id: number
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
}

export interface Tables {
  clock: ClockTable
  contract_groups: ContractGroupsTable
  contract_members: ContractMembersTable
  contract_templates: ContractTemplatesTable
  contracts: ContractsTable
  event_dispatches: EventDispatchesTable
  events: EventsTable
  file_versions: FileVersionsTable
  files: FilesTable
  matter_categories: MatterCategoriesTable
  matter_members: MatterMembersTable
  matters: MattersTable
  organisation_links: OrganisationLinksTable
  organisations: OrganisationsTable
  outbox_mails: OutboxMailsTable
  team_members: TeamMembersTable
  teams: TeamsTable
  user_organisations: UserOrganisationsTable
  users: UsersTable
}
