-- Who decided what a group of the identity provider gives, and who made the token by which somebody came into it:
-- nobody gets rights by their own decision, whoever works out later what the groups give. Null and empty: from before.
alter table scim_groups add column mapped_by uuid;
alter table scim_groups add constraint scim_groups_mapped_by foreign key (mapped_by) references users (id) not valid;
alter table scim_groups validate constraint scim_groups_mapped_by;
alter table scim_group_members add column maker_ids uuid[] not null default '{}';
