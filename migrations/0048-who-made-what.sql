-- Who made, and who last changed, people, teams and fields: what v2 shows as created and modified. Null where the installation itself
-- did it, and for rows from before. The old code leaves them null.
alter table users
  add column created_by uuid,
  add constraint users_created_by foreign key (created_by) references users (id);
alter table teams
  add column created_by uuid,
  add column updated_by uuid,
  add constraint teams_created_by foreign key (created_by) references users (id),
  add constraint teams_updated_by foreign key (updated_by) references users (id);
alter table fields
  add column created_by uuid,
  add column updated_by uuid,
  add constraint fields_created_by foreign key (created_by) references users (id),
  add constraint fields_updated_by foreign key (updated_by) references users (id);
