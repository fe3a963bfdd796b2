-- A tag is known to the organisation once its administrators put it on the list, or somebody put it on a matter that is
-- not restricted. The words of the others are for those who see a matter that has them. What the code before this
-- migration adds meanwhile is known, as everything was.
alter table tags add column known boolean not null default true;

update tags set known = false
where exists (select from matter_tags t where t.organisation_id = tags.organisation_id and t.tag_id = tags.id)
  and not exists (
    select from matter_tags t
    join matters m on m.organisation_id = t.organisation_id and m.id = t.matter_id and not m.restricted
    where t.organisation_id = tags.organisation_id and t.tag_id = tags.id
  );
