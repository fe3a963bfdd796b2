-- Whether a confidential client must send its secret with every call of the token, revocation and introspection endpoints, or
-- may leave it out as the specification allows. Clients that are already registered keep the second: they may run where no
-- secret can be kept as well. Code from before this column writes no value and so registers such clients too.
alter table oauth_clients
  add column secret_required boolean not null default false,
  add constraint oauth_clients_secret_required_of_confidential check (confidential or not secret_required);
