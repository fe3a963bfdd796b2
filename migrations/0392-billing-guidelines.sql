-- Billing guidelines: versions of the rules for the organisation, for a law firm or for a matter, and what they found in invoices that
-- were posted. The code before this migration posts without them.
create sequence invoice_guidelines_id;
create table invoice_guidelines (
  organisation_id bigint not null,
  id bigint not null default nextval('invoice_guidelines_id'),
  -- one of these at most; without, it is the organisation's. No foreign key: versions that were applied outlive the firm's organisation
  firm_id bigint,
  matter_id bigint,
  version integer not null,
  -- of each rule that this guideline decides on: whether it is on, its severity, settings and text for the firm
  rules jsonb not null,
  note text not null,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint invoice_guidelines_pkey primary key (organisation_id, id),
  constraint invoice_guidelines_organisation foreign key (organisation_id) references organisations (id),
  constraint invoice_guidelines_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id)
    on delete cascade,
  constraint invoice_guidelines_set_by foreign key (set_by) references users (id),
  constraint invoice_guidelines_one_scope check (num_nonnulls(firm_id, matter_id) <= 1),
  constraint invoice_guidelines_id_check check (id between 1 and 2147483647)
);
create unique index invoice_guidelines_version_unique on invoice_guidelines
  (organisation_id, coalesce(firm_id, 0), coalesce(matter_id, 0), version);
create index invoice_guidelines_by_matter on invoice_guidelines (organisation_id, matter_id) where matter_id is not null;

create sequence invoice_flags_id;
create table invoice_flags (
  organisation_id bigint not null,
  id bigint not null default nextval('invoice_flags_id'),
  invoice_id bigint not null,
  -- of the line; null: the whole invoice
  line_number bigint,
  rule text not null,
  -- the version that applied, and what it said then
  guideline_id bigint not null,
  severity text not null,
  settings jsonb not null,
  firm_text text not null,
  -- for the reviewer
  why text not null,
  -- what a reduction takes off, without tax
  excess numeric(20, 4),
  found_at timestamptz not null,
  dismissed_because text,
  dismissed_by uuid,
  dismissed_at timestamptz,
  constraint invoice_flags_pkey primary key (organisation_id, id),
  constraint invoice_flags_invoice foreign key (organisation_id, invoice_id) references invoices (organisation_id, id)
    on delete cascade,
  constraint invoice_flags_guideline foreign key (organisation_id, guideline_id)
    references invoice_guidelines (organisation_id, id),
  constraint invoice_flags_dismissed_by foreign key (dismissed_by) references users (id),
  constraint invoice_flags_severity_known check (severity in ('Tell', 'Flag', 'Reduce', 'Reject')),
  constraint invoice_flags_dismissed check (num_nulls(dismissed_because, dismissed_by, dismissed_at) in (0, 3)),
  constraint invoice_flags_id_check check (id between 1 and 2147483647)
);
create index invoice_flags_by_invoice on invoice_flags (organisation_id, invoice_id, id);
create index invoice_flags_by_guideline on invoice_flags (organisation_id, guideline_id);

-- a decision that a rule proposed, and nobody has made their own
alter table invoice_line_reviews
  alter column reviewed_by drop not null,
  add column guideline_rule text,
  add constraint invoice_line_reviews_decided check (num_nonnulls(reviewed_by, guideline_rule) = 1);

-- the hours of somebody on a day, across invoices
create index invoice_lines_by_work on invoice_lines
  (organisation_id, work_date, lower(coalesce(nullif(btrim(timekeeper_number), ''), btrim(timekeeper))))
  where kind = 'Fee' and amount > 0;
