-- What is tracked to a file goes when the file is purged: without it, it would be shown to those who never saw the file. Code from
-- before this purges nothing that mail is tracked to.

alter table email_trackings drop constraint email_trackings_file;
alter table email_trackings add constraint email_trackings_file
  foreign key (organisation_id, file_id) references files (organisation_id, id) on delete cascade;
