-- The headers of a receiver's response, as lines, so that the log shows what a receiver (or what is in front of it) said.
-- The code before this migration leaves them null, as they are for attempts without a response.
alter table webhook_attempts add column answer_headers text;
