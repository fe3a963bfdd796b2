-- Purchase orders that law firms bill against. The code before this migration knows none; an invoice names one by its
-- number, in the text that it has already.
create sequence purchase_orders_id;
create table purchase_orders (
  organisation_id bigint not null,
  id bigint not null default nextval('purchase_orders_id'),
  provider_id bigint not null,
  -- of the finance system, as invoices name it
  number text not null,
  matter_id bigint,
  currency text not null,
  -- without tax
  amount numeric(20, 4) not null,
  starts_on date,
  ends_on date,
  cost_centre_id bigint,
  legal_entity_id bigint,
  note text,
  -- whether it can still be billed against
  open boolean not null default true,
  version bigint not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint purchase_orders_pkey primary key (organisation_id, id),
  constraint purchase_orders_organisation foreign key (organisation_id) references organisations (id),
  constraint purchase_orders_provider foreign key (provider_id) references organisations (id),
  constraint purchase_orders_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id)
    on delete cascade,
  constraint purchase_orders_cost_centre foreign key (organisation_id, cost_centre_id)
    references cost_centres (organisation_id, id),
  constraint purchase_orders_legal_entity foreign key (organisation_id, legal_entity_id)
    references legal_entities (organisation_id, id),
  constraint purchase_orders_created_by foreign key (created_by) references users (id),
  constraint purchase_orders_id_check check (id between 1 and 2147483647),
  constraint purchase_orders_amount check (amount > 0),
  constraint purchase_orders_days check (ends_on >= starts_on)
);
create unique index purchase_orders_number_unique on purchase_orders (organisation_id, provider_id, (left(lower(btrim(regexp_replace(regexp_replace(normalize(regexp_replace(number, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+'::text, ''::text, 'g'::text), nfkc), '[\u0009-\u000d\u0020\u0085\u1680\u2028-\u2029]+'::text, ' '::text, 'g'::text), ' ?[\u002d\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u2212\u2796\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\U00010d6e\U00010ead][\u0020\u002d\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u2212\u2796\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\U00010d6e\U00010ead]*'::text, '-'::text, 'g'::text))), 300)));
create index purchase_orders_by_provider on purchase_orders (provider_id);
create index purchase_orders_by_matter on purchase_orders (organisation_id, matter_id);
create index purchase_orders_by_cost_centre on purchase_orders (organisation_id, cost_centre_id);
create index purchase_orders_by_legal_entity on purchase_orders (organisation_id, legal_entity_id);

-- the invoices of an order: few name one
create index invoices_by_purchase_order on invoices (organisation_id, service_provider_id, (left(lower(btrim(regexp_replace(regexp_replace(normalize(regexp_replace(purchase_order, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+'::text, ''::text, 'g'::text), nfkc), '[\u0009-\u000d\u0020\u0085\u1680\u2028-\u2029]+'::text, ' '::text, 'g'::text), ' ?[\u002d\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u2212\u2796\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\U00010d6e\U00010ead][\u0020\u002d\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u2212\u2796\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\U00010d6e\U00010ead]*'::text, '-'::text, 'g'::text))), 300)))
  where purchase_order is not null;
