-- Requests keep what was answered, and can make contracts: a request type may name a contract type, whose wizard drafts the contract, and
-- say what people get without the legal department. The code before this one makes matters only, and keeps no answers.

-- [{"fieldId": 12, "label": "Counterparty", "atoms": ["Zephyr Ltd"]}, ...] as it was answered, in the order of the form; the record may
-- have changed since
alter table requests add column answers jsonb not null default '[]';
alter table requests add constraint requests_answers_list check (jsonb_typeof(answers) = 'array');

-- of requests that are there already: the values that their matters have by now
update requests r set answers = found.answers
from (
  select asked.organisation_id, asked.matter_id,
    jsonb_agg(jsonb_build_object('fieldId', asked.field_id, 'label', asked.label, 'atoms', asked.atoms) order by asked.position) as answers
  from (
    select m.organisation_id, m.id as matter_id, p.position, f.id as field_id, coalesce(p.label, f.title) as label,
      jsonb_agg(coalesce(to_jsonb(v.text_value), to_jsonb(trim_scale(v.number_value)::text), to_jsonb(v.boolean_value),
        to_jsonb(v.date_value::text), to_jsonb(v.option_id), to_jsonb(v.user_id), to_jsonb(v.reference_id)) order by v.ordinal) as atoms
    from requests q
    join matters m on m.organisation_id = q.organisation_id and m.id = q.matter_id
    join form_parts p on p.organisation_id = m.organisation_id and p.form = 'MatterCreate' and p.category_id = m.category_id
    join fields f on f.organisation_id = p.organisation_id and f.id = p.field_id and f.deleted_at is null
    join field_values v on v.organisation_id = m.organisation_id and v.record_kind = 'matter' and v.record_id = m.id and v.field_id = f.id
    group by m.organisation_id, m.id, p.position, p.id, f.id, p.label, f.title
  ) asked
  group by asked.organisation_id, asked.matter_id
) found
where found.organisation_id = r.organisation_id and found.matter_id = r.matter_id;

alter table request_types add column template_id bigint;
alter table request_types add column self_service boolean not null default false;
alter table request_types add constraint request_types_template
  foreign key (organisation_id, template_id) references contract_templates (organisation_id, id);
alter table request_types add constraint request_types_self_service check (template_id is not null or not self_service);

-- What a request must answer for its contract to be made without the legal department.
create table request_type_bounds (
  organisation_id bigint not null,
  type_id bigint not null,
  position bigint not null,
  field_id bigint not null,
  at_most numeric,
  -- values of choices; true and false of a checkbox
  one_of text[],
  -- whether no answer is within the bound as well
  or_empty boolean not null default false,
  constraint request_type_bounds_pkey primary key (organisation_id, type_id, position),
  constraint request_type_bounds_type foreign key (organisation_id, type_id) references request_types (organisation_id, id) on delete cascade,
  constraint request_type_bounds_field foreign key (organisation_id, field_id) references fields (organisation_id, id),
  constraint request_type_bounds_one check (num_nonnulls(at_most, one_of) = 1)
);
create unique index request_type_bounds_field_once on request_type_bounds (organisation_id, type_id, field_id);

-- A contract that a request made. With a matter, the request is that matter; without one it is the contract, and its number is one that
-- no matter has.
create table contract_requests (
  organisation_id bigint not null,
  contract_id bigint not null,
  request_id bigint not null,
  matter_id bigint,
  type_id bigint not null,
  requester_id uuid not null,
  description text,
  answers jsonb not null default '[]',
  created_at timestamptz not null,
  constraint contract_requests_pkey primary key (organisation_id, contract_id),
  constraint contract_requests_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id) on delete cascade,
  constraint contract_requests_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id) on delete cascade,
  constraint contract_requests_type foreign key (organisation_id, type_id) references request_types (organisation_id, id),
  constraint contract_requests_requester foreign key (requester_id) references users (id),
  constraint contract_requests_answers_list check (jsonb_typeof(answers) = 'array'),
  constraint contract_requests_matter_number check (matter_id = request_id)
);
create unique index contract_requests_number_unique on contract_requests (organisation_id, request_id);
create index contract_requests_matter_index on contract_requests (organisation_id, matter_id) where matter_id is not null;
create index contract_requests_of_person on contract_requests (organisation_id, requester_id, request_id desc);
