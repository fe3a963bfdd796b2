-- Membership in a group of the identity provider can give one of the organisation's own roles. The code before this migration gives none,
-- and leaves what was set.
alter table scim_groups add column custom_role_id bigint;
alter table scim_groups add constraint scim_groups_custom_role
  foreign key (organisation_id, custom_role_id) references custom_roles (organisation_id, id);
