// The groups of the identity provider that people are in.
import type { Reader } from '../../../platform/postgres/database.ts'

/** A row for each membership of somebody of the organisation in a group, to be narrowed and selected from. */
export const groupsOfPeople = (db: Reader, organisationId: number) =>
  db
    .selectFrom('scim_group_members')
    .innerJoin('scim_groups', (join) =>
      join
        .onRef('scim_groups.organisation_id', '=', 'scim_group_members.organisation_id')
        .onRef('scim_groups.id', '=', 'scim_group_members.group_id'),
    )
    .where('scim_group_members.organisation_id', '=', organisationId)
