-- Who was disabled by the identity provider comes back when it says so; who was disabled by a person does not. Those
-- whom the provider keeps and who are disabled already count as disabled by it, as before. The code before this
-- migration disables as if a person did.
alter table users add column disabled_by_provider boolean not null default false;
update users u set disabled_by_provider = true
  where u.status = 'Disabled' and exists (select from provisioned_users p where p.user_id = u.id);
-- A provisioning token whose maker was disabled, and which was kept: who looks after it now.
alter table scim_tokens add column kept_by uuid;
alter table scim_tokens add constraint scim_tokens_kept_by foreign key (kept_by) references users (id) not valid;
alter table scim_tokens validate constraint scim_tokens_kept_by;
