-- What is asked between the organisation that pays and the law firm while an invoice is reviewed: one round of questions, and the
-- decisions of the review with the firm's appeals. The code before this migration neither reads nor writes them.
create table invoice_exchanges (
  organisation_id bigint not null,
  invoice_id bigint not null,
  kind text not null,
  -- the last day for the firm, and when it is over
  due date not null,
  closes_at timestamptz not null,
  -- null once the firm was reminded, or needs no reminder
  remind_at timestamptz,
  note text,
  sent_by uuid not null,
  sent_at timestamptz not null,
  -- what the firm did
  outcome text,
  answered_by uuid,
  answered_at timestamptz,
  -- on its appeals
  decided_by uuid,
  decided_at timestamptz,
  -- one round of each
  constraint invoice_exchanges_pkey primary key (organisation_id, invoice_id, kind),
  constraint invoice_exchanges_invoice foreign key (organisation_id, invoice_id)
    references invoices (organisation_id, id) on delete cascade,
  constraint invoice_exchanges_sent_by foreign key (sent_by) references users (id),
  constraint invoice_exchanges_answered_by foreign key (answered_by) references users (id),
  constraint invoice_exchanges_decided_by foreign key (decided_by) references users (id),
  constraint invoice_exchanges_outcome_known check (
    kind = 'Questions' and outcome = 'Answered' or kind = 'Decisions' and outcome in ('Accepted', 'Appealed')
    or kind in ('Questions', 'Decisions') and outcome is null),
  constraint invoice_exchanges_answered check (num_nonnulls(outcome, answered_by, answered_at) in (0, 3)),
  constraint invoice_exchanges_decided check (num_nonnulls(decided_by, decided_at) in (0, 2)
    and (decided_at is null or outcome = 'Appealed'))
);
create index invoice_exchanges_reminders on invoice_exchanges (remind_at) where remind_at is not null;

create table invoice_exchange_lines (
  organisation_id bigint not null,
  invoice_id bigint not null,
  kind text not null,
  -- of the line
  number bigint not null,
  -- the question, or why the firm appeals
  asked text not null,
  -- the answer, or what was said of the appeal
  reply text,
  -- of the appeal
  outcome text,
  constraint invoice_exchange_lines_pkey primary key (organisation_id, invoice_id, kind, number),
  constraint invoice_exchange_lines_exchange foreign key (organisation_id, invoice_id, kind)
    references invoice_exchanges (organisation_id, invoice_id, kind) on delete cascade,
  constraint invoice_exchange_lines_outcome_known check (outcome in ('Restored', 'PartlyRestored', 'Stays'))
);

-- working days that law firms have, where whoever sends names no day
alter table invoice_approval_settings
  add column answer_days integer not null default 5,
  add column appeal_days integer not null default 5;
