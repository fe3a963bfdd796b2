-- What was removed from a version when it was made fixed, so that it looks the same on every screen and in print: the
-- traits, how often, and their pages. Null for all other versions. The code before this migration writes none.
alter table file_versions add column made_fixed jsonb;
alter table file_versions add constraint file_versions_made_fixed check (jsonb_typeof(made_fixed) = 'array') not valid;
alter table file_versions validate constraint file_versions_made_fixed;
