-- What was paid from a retainer for all matters stays paid when the invoice is destroyed with its matter: the payment
-- becomes a movement, without anything that names the invoice. The code before this migration makes none and reads them
-- as refunds, which leaves the same balance.
alter table retainer_movements add column is_draw boolean not null default false,
  add constraint retainer_movements_draw check (not is_draw or (amount < 0 and reference is null and note is null));
