-- Where the answers went in the document of a contract when it was drafted, with the words around each, so that a later
-- version can be asked what it says there. The code before this migration writes none.
create table contract_answers (
  organisation_id bigint not null,
  contract_id bigint not null,
  place integer not null,
  field_id bigint not null,
  before text not null,
  answer text not null,
  after text not null,
  constraint contract_answers_pkey primary key (organisation_id, contract_id, place),
  constraint contract_answers_contract foreign key (organisation_id, contract_id)
    references contracts (organisation_id, id) on delete cascade,
  constraint contract_answers_field foreign key (organisation_id, field_id) references fields (organisation_id, id)
);
create index contract_answers_by_field on contract_answers (organisation_id, field_id);
