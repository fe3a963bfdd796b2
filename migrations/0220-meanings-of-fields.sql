-- What the value of a field means for its record, so that answers fill what the record has anyway: the other party, the days, the value.
-- The code before this one ignores meanings; fields that it creates have none.
alter table fields add column meaning text;
alter table fields add constraint fields_meaning_known check (meaning in ('OtherParty', 'EffectiveDate', 'Expiry', 'RenewalDate',
  'ReviewDate', 'Value', 'NoticeMonths', 'NoticeDays'));

-- fields that are there already, by titles that leave no doubt; administrators can change it
update fields set meaning = guess.meaning
from (values
  ('OtherParty', '{ContractEntity,ShortText}'::text[],
    '^(contract entity|counter ?-?party|other party|name of (the )?(counterparty|other party)|counterparty name|supplier|customer|vendor)$'),
  ('EffectiveDate', '{Date}', '^(effective( date| from)?|start( date)?|commencement( date)?|starts on)$'),
  ('Expiry', '{Date}', '^(expiry( date)?|expires( on)?|end date|ends on|expiration date)$'),
  ('RenewalDate', '{Date}', '^renewal date$'),
  ('ReviewDate', '{Date}', '^review date$'),
  ('Value', '{Currency}', '^(contract value|value|total value|contract amount)$'),
  ('NoticeMonths', '{Decimal,Slider}', '^notice( period)? \(?(in )?months\)?$'),
  ('NoticeDays', '{Decimal,Slider}', '^notice( period)? \(?(in )?days\)?$')
) as guess (meaning, types, title)
where fields.deleted_at is null and fields.type = any (guess.types) and fields.title ~* guess.title;

-- A contract has a day on which it starts among its key dates. Not checked against the rows that are there: they meet the narrower rule.
alter table contract_key_dates drop constraint contract_key_dates_category_known;
alter table contract_key_dates add constraint contract_key_dates_category_known check (category in ('Start', 'Renewal', 'Notice', 'Expiry',
  'Payment', 'Review', 'Obligation', 'Other')) not valid;
