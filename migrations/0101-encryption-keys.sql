-- Rotation of the key for sealed secrets. The version before goes on reading what was sealed with the first key, so finish the
-- upgrade of all processes before the first rotation.

-- While a rotation is not finished, each of its two keys is kept sealed with the other one, so that every process that has one
-- finds the other. The key that seals is the one of the row in encryption_check.
create table encryption_keys (
  key_id text not null,
  sealed_with text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  constraint encryption_keys_pkey primary key (key_id, sealed_with)
);

-- Marks (platform/vault.ts) stay the same when the key changes: what they were derived from is kept, sealed.
create table encryption_marks (
  purpose text not null,
  sealed bytea not null,
  constraint encryption_marks_pkey primary key (purpose)
);
