-- Which file a resumable upload has become, so that using it a second time can say so until it ends. The old code removes the row instead.
alter table resumable_uploads add column file_id bigint;
