-- Names, numbers and words that may exist once are compared without what nobody sees: letters in any width (NFKC), characters without a
-- form of their own, white space. server/platform/postgres/unique-text.ts has the same expression.
--
-- Rows that are the same by now: the oldest stays as it is, the others keep their text, which <text>_kept remembers. As long as they
-- have it, they are compared as before; with another text they are compared like all others. The old code goes on as before: the
-- indexes have the same names, and it finds by them what it found.
do $do$
declare
  one record;
  part text;
  folded text;
  same text;
  key text;
begin
  for one in
    select * from (values
      ('contract_entities', 'contract_entities_name_unique', '', array['name'], 'true'),
      ('contract_groups', 'contract_groups_name_unique', '', array['name'], 'true'),
      ('departments', 'departments_name_unique', ', coalesce(parent_id, 0)', array['name'], 'deleted_at is null'),
      ('field_options', 'field_options_label_unique', ', field_id', array['label'], 'deleted_at is null'),
      ('field_options', 'field_options_value_unique', ', field_id', array['value'], 'deleted_at is null'),
      ('fields', 'fields_api_name_unique', '', array['api_name'], 'deleted_at is null'),
      ('fields', 'fields_merge_name_unique', '', array['merge_name'], 'deleted_at is null'),
      ('invoice_recipients', 'invoice_recipients_name_unique', '', array['name'], 'deleted_at is null'),
      ('invoices', 'invoices_number_unique', ', coalesce(service_provider_id, 0)', array['coalesce(vendor_name, '''')', 'number'], 'status <> ''Void'''),
      ('matter_categories', 'matter_categories_name_unique', ', coalesce(parent_id, 0)', array['name'], 'deleted_at is null'),
      ('regions', 'regions_name_unique', '', array['name'], 'deleted_at is null'),
      ('request_types', 'request_types_title_unique', '', array['title'], 'deleted_at is null'),
      ('tags', 'tags_description_unique', '', array['description'], 'true'),
      ('task_templates', 'task_templates_name_unique', '', array['name'], 'deleted_at is null'),
      ('teams', 'teams_name_unique', '', array['name'], 'deleted_at is null')
    ) as list (of_table, of_index, scope, texts, among)
  loop
    same := '';
    key := '';
    foreach part in array one.texts loop
      folded := replace($key$left(lower(btrim(regexp_replace(normalize(regexp_replace(TEXT, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), nfkc), '[\u0009-\u000d\u0020\u0085\u1680\u2028-\u2029]+', ' ', 'g'))), 300)$key$, 'TEXT', part);
      same := same || ', ' || folded;
      key := key || ', ' || case when part <> one.texts[array_length(one.texts, 1)] then folded
        else format('(case when %1$I = %2$I then chr(1) || lower(%2$I) else %3$s end)', part || '_kept', part, folded) end;
    end loop;
    execute format('alter table %I add column %I text', one.of_table, part || '_kept');
    execute format(
      'update %1$I t set %2$I = %3$I from (
         select organisation_id, id, row_number() over (partition by organisation_id%4$s%5$s order by id) as place
         from %1$I where %6$s) d
       where d.place > 1 and t.organisation_id = d.organisation_id and t.id = d.id',
      one.of_table, part || '_kept', part, one.scope, same, one.among);
    execute format('drop index %I', one.of_index);
    execute format('create unique index %I on %I (organisation_id%s%s) where %s',
      one.of_index, one.of_table, one.scope, key, one.among);
  end loop;
end
$do$;
