-- The mail texts and sender settings of an organisation. Every version of a text is kept; a version without subject and body stands for
-- the standard text. The code before this migration sends the standard texts from the standard sender.
create table mail_texts (
  organisation_id bigint not null,
  mail text not null,
  version bigint not null,
  subject text,
  body text,
  changed_at timestamptz not null,
  changed_by uuid not null,
  constraint mail_texts_pkey primary key (organisation_id, mail, version),
  constraint mail_texts_organisation foreign key (organisation_id) references organisations (id),
  constraint mail_texts_changed_by foreign key (changed_by) references users (id),
  constraint mail_texts_whole check ((subject is null) = (body is null))
);

create table mail_settings (
  organisation_id bigint not null,
  sender_name text,
  reply_to text,
  with_logo boolean not null,
  version bigint not null default 1,
  updated_at timestamptz not null,
  constraint mail_settings_pkey primary key (organisation_id),
  constraint mail_settings_organisation foreign key (organisation_id) references organisations (id)
);
