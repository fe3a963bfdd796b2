-- The second step of 0220, which holds no lock that writers wait for.
alter table contract_key_dates validate constraint contract_key_dates_category_known;
