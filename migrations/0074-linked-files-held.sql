-- What 0073 asks of new rows holds for those that were there: checked without keeping anybody from writing.
alter table files validate constraint files_link;
alter table files validate constraint files_web_uri;
alter table file_versions validate constraint file_versions_of_no_link;
alter table file_versions validate constraint file_versions_file;
