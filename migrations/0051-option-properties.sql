-- What integrations keep with a choice beside its label, as v2 shows it. The old code leaves it null.
alter table field_options
  add column properties jsonb,
  add constraint field_options_properties_object check (jsonb_typeof(properties) = 'object');
