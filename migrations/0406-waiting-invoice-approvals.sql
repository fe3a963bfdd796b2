-- What waits for somebody is found without reading what was decided.
create index invoice_approvals_waiting_index on invoice_approvals (organisation_id, invoice_id) where state = 'Waiting';
create index invoice_approvers_open_index on invoice_approvers (organisation_id, user_id) where decision is null;
