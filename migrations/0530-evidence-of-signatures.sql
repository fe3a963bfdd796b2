-- What a request to sign was sent as, and which version of the document it began from: the hash in `sha256` moves on
-- with each signature. The code before this migration writes neither; its requests leave their pages in the document.
alter table signature_requests add column sent_sha256 bytea;
alter table signature_requests add column base_version bigint;
update signature_requests r set sent_sha256 = r.sha256
where not exists (
  select from signature_signers s
  where s.organisation_id = r.organisation_id and s.request_id = r.id and s.state = 'Signed');
