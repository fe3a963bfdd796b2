-- Numbers of invoices, and names of payees, are compared without regard to the kind of their dashes and to spaces around them: INV-100,
-- INV–100 and INV − 100 are one. server/platform/postgres/unique-text.ts has the same expression (uniqueNumber).
--
-- Invoices that are the same by now stay as they are: the oldest is compared, the others have their number in number_kept and are
-- compared with nobody until it is changed, so that no number of them makes this fail. When the one that is compared is voided or
-- renumbered, the oldest of the others takes its place. The old code goes on as before: the index has the same name.
do $do$
declare
  folded constant text := $key$left(lower(btrim(regexp_replace(regexp_replace(normalize(regexp_replace(TEXT, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), nfkc), '[\u0009-\u000d\u0020\u0085\u1680\u2028-\u2029]+', ' ', 'g'), ' ?[\u002d\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u2212\u2796\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\U00010d6e\U00010ead][\u0020\u002d\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u2212\u2796\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\U00010d6e\U00010ead]*', '-', 'g'))), 300)$key$;
  vendor constant text := replace(folded, 'TEXT', 'coalesce(vendor_name, '''')');
  number constant text := replace(folded, 'TEXT', 'number');
begin
  execute format(
    'update invoices t set number_kept = case when d.place > 1 then t.number end from (
       select organisation_id, id, row_number() over (
         partition by organisation_id, coalesce(service_provider_id, 0), %s, %s
         order by coalesce(number_kept = number, false), id) as place
       from invoices where status <> ''Void'') d
     where t.organisation_id = d.organisation_id and t.id = d.id
       and t.number_kept is distinct from case when d.place > 1 then t.number end',
    vendor, number);
  drop index invoices_number_unique;
  execute format(
    'create unique index invoices_number_unique on invoices (organisation_id, coalesce(service_provider_id, 0), (%s),
       (case when number_kept = number then chr(1) || id::text else %s end)) where status <> ''Void''',
    vendor, number);
end
$do$;
create index invoices_number_kept on invoices (organisation_id, id) where number_kept = number;
