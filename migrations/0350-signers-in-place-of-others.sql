-- Signers who sign in place of others: the sender replaced them, or they handed over. The old code does neither; it shows who signs now.
alter table signature_requests add column may_hand_over boolean not null default true;
-- who was asked before, the first one first: name, email, title, party, reason, who replaced them, and when
alter table signature_signers add column earlier jsonb not null default '[]';
