// The small tables: data that is unique in the whole installation, or needed before the organisation is known. They are
// seldom written and refer only to each other, so that a sharded database can keep a copy of them everywhere. Every
// other table belongs to an organisation and is distributed by it. See docs/decisions/0001-the-house.md.

/** Each small table, with the reason. */
export const smallTables: Readonly<Record<string, string>> = {
  organisations: 'is what the others are distributed by',
  deleted_organisations: 'what is left of an organisation that was deleted',
  organisation_links: 'ties two organisations',
  organisation_link_offers: 'found by the address it was sent to, whatever organisation that belongs to',
  users: 'an email address is unique in the installation, and people meet across organisations',
  user_organisations: 'says in which organisations something of a person may be found',
  clock: 'one row for the installation',
  encryption_check: 'one row for the installation',
  encryption_keys: 'two rows for the installation while its key is rotated',
  encryption_marks: 'a few rows for the installation',
  storage_claims: 'one row for the installation',
  storage_holds: 'one row for each backup under way',
  backup_results: 'one row for the installation',
  demo: 'one row for the installation',
  signing_keys: 'one set of keys for the installation',
  oauth_clients: 'found by its public id before anybody is known; may serve several organisations',
  oauth_client_secrets: 'belongs to a client',
  oauth_consents: 'ties a person and a client',
  authorization_requests: 'found by its id before anybody is signed in',
  authorization_codes: 'found by its hash',
  oauth_grants: 'ties a person and a client; checked on every request',
  refresh_tokens: 'found by its hash',
  sessions: 'found by its hash',
  password_links: 'found by its hash',
  guesses: 'counts before anybody is known',
  identity_providers: 'found by mail domain before anybody is known',
  mail_domains: 'a domain belongs to one organisation of the installation',
  user_identities: 'found by issuer and subject',
  webhook_subscriptions:
    'belongs to a person, who may see things in several organisations; read for every event',
  webhook_previous_secrets: 'belongs to a subscription',
  content_checks: 'one row for the installation',
  webhook_engine: 'one row for the installation',
  calendar_feeds: 'found by its hash before anybody is known',
  sso_visits: 'found by its hash before anybody is known',
}
