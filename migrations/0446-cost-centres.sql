-- Cost centres and legal entities that invoices are allocated over. The code before this migration knows none of them.
create sequence cost_centres_id;
create table cost_centres (
  organisation_id bigint not null,
  id bigint not null default nextval('cost_centres_id'),
  -- under which the finance system knows it
  code text not null,
  name text not null,
  -- what is not is kept where it is named, and no longer chosen
  active boolean not null default true,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint cost_centres_pkey primary key (organisation_id, id),
  constraint cost_centres_organisation foreign key (organisation_id) references organisations (id),
  constraint cost_centres_id_check check (id between 1 and 2147483647)
);
create unique index cost_centres_code_unique on cost_centres (organisation_id, (left(lower(btrim(regexp_replace(normalize(regexp_replace(code, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), nfkc), '[\u0009-\u000d\u0020\u0085\u1680\u2028-\u2029]+', ' ', 'g'))), 300)));

create sequence legal_entities_id;
create table legal_entities (
  organisation_id bigint not null,
  id bigint not null default nextval('legal_entities_id'),
  -- under which the finance system knows it
  code text not null,
  name text not null,
  -- what is not is kept where it is named, and no longer chosen
  active boolean not null default true,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint legal_entities_pkey primary key (organisation_id, id),
  constraint legal_entities_organisation foreign key (organisation_id) references organisations (id),
  constraint legal_entities_id_check check (id between 1 and 2147483647)
);
create unique index legal_entities_code_unique on legal_entities (organisation_id, (left(lower(btrim(regexp_replace(normalize(regexp_replace(code, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), nfkc), '[\u0009-\u000d\u0020\u0085\u1680\u2028-\u2029]+', ' ', 'g'))), 300)));

-- What invoices of a matter begin with.
create table matter_allocations (
  organisation_id bigint not null,
  matter_id bigint not null,
  position integer not null,
  cost_centre_id bigint,
  legal_entity_id bigint,
  percent numeric(7, 4) not null,
  constraint matter_allocations_pkey primary key (organisation_id, matter_id, position),
  constraint matter_allocations_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id)
    on delete cascade,
  constraint matter_allocations_cost_centre foreign key (organisation_id, cost_centre_id)
    references cost_centres (organisation_id, id),
  constraint matter_allocations_legal_entity foreign key (organisation_id, legal_entity_id)
    references legal_entities (organisation_id, id),
  constraint matter_allocations_once unique nulls not distinct (organisation_id, matter_id, cost_centre_id, legal_entity_id),
  constraint matter_allocations_named check (num_nonnulls(cost_centre_id, legal_entity_id) > 0),
  constraint matter_allocations_percent check (percent > 0 and percent <= 100)
);
create index matter_allocations_by_cost_centre on matter_allocations (organisation_id, cost_centre_id, matter_id);
create index matter_allocations_by_legal_entity on matter_allocations (organisation_id, legal_entity_id, matter_id);

-- Over what an invoice is allocated: written when it is posted, approved, or allocated by hand.
create table invoice_allocations (
  organisation_id bigint not null,
  invoice_id bigint not null,
  position integer not null,
  cost_centre_id bigint,
  legal_entity_id bigint,
  percent numeric(7, 4) not null,
  -- what of the invoice it comes to: the parts add up to its sums
  billed_net numeric(20, 4) not null,
  billed_tax numeric(20, 4) not null,
  approved_net numeric(20, 4),
  approved_tax numeric(20, 4),
  constraint invoice_allocations_pkey primary key (organisation_id, invoice_id, position),
  constraint invoice_allocations_invoice foreign key (organisation_id, invoice_id) references invoices (organisation_id, id)
    on delete cascade,
  constraint invoice_allocations_cost_centre foreign key (organisation_id, cost_centre_id)
    references cost_centres (organisation_id, id),
  constraint invoice_allocations_legal_entity foreign key (organisation_id, legal_entity_id)
    references legal_entities (organisation_id, id),
  constraint invoice_allocations_once unique nulls not distinct (organisation_id, invoice_id, cost_centre_id, legal_entity_id),
  constraint invoice_allocations_named check (num_nonnulls(cost_centre_id, legal_entity_id) > 0),
  constraint invoice_allocations_percent check (percent > 0 and percent <= 100)
);
create index invoice_allocations_by_cost_centre on invoice_allocations (organisation_id, cost_centre_id, invoice_id);
create index invoice_allocations_by_legal_entity on invoice_allocations (organisation_id, legal_entity_id, invoice_id);

-- a rule of approval applies to invoices of these only, where there are some
alter table invoice_approval_rules add column cost_centre_ids bigint[] not null default '{}';
