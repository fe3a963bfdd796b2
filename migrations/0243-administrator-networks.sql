-- From which networks administrators may act, and an account for when nobody can get in otherwise. The code before this migration
-- does not look at either.
alter table sign_in_policies
  -- addresses and networks (CIDR); empty for everywhere
  add column administrator_networks text[] not null default '{}',
  -- an administrator who may use a password and act from everywhere, and whose sign-ins are announced
  add column break_glass_user_id uuid;
alter table sign_in_policies add constraint sign_in_policies_break_glass_user
  foreign key (break_glass_user_id) references users (id);
