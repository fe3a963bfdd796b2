-- Who added a person to a contract, and the note that came with it, as members of matters have them. Members from before, and those
-- whom the code before this migration adds, have neither.
alter table contract_members
  add column added_by uuid,
  add column note text;
alter table contract_members
  add constraint contract_members_added_by foreign key (added_by) references users (id) not valid;
alter table contract_members
  validate constraint contract_members_added_by;
