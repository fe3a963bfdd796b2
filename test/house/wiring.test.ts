// What is written is also registered: a job nobody runs, or a module of routes nobody registers, looks finished and
// does nothing.
import Value from 'typebox/value'
import { expect, test } from 'vitest'
import { jobs, recurringJobs } from '../../server/operations/process/worker.ts'
import { nounOf } from './import-rules.ts'
import { isTest, readSources } from './source-files.ts'

const product = readSources().filter((file) => file.path.startsWith('server/') && !isTest(file))

test('every defined job is run by the worker, once', () => {
  const defined = product.flatMap(({ code }) =>
    [...code.matchAll(/define(?:Job|Recurring)\(\{\s*name: '([^']+)'/g)].map(([, name = '']) => name),
  )
  expect(defined.length).toBeGreaterThan(0)
  expect(jobs.map(({ name }) => name).sort()).toEqual(defined.sort())
})

test('every recurring job accepts the payload of the timetable', () => {
  expect(recurringJobs.length).toBeGreaterThan(10)
  for (const { name, payload } of recurringJobs) {
    expect(Value.Check(payload, { _cron: { ts: '2026-03-02T09:00:00Z', backfilled: false } }), name).toBe(
      true,
    )
  }
})

test('every job that is scheduled by name exists', () => {
  const asked = product.flatMap(({ code }) =>
    [...code.matchAll(/addJob\(\w+, '([^']+)'/g)].map(([, name = '']) => name),
  )
  const known = jobs.map(({ name }) => name)
  expect(asked.filter((name) => !known.includes(name))).toEqual([])
})

test('every module of routes is in the list of the API', () => {
  const lists = product.filter(({ path }) =>
    /^server\/operations\/process\/(?:identity-|invoices-|signing-)?api\.ts$/.test(path),
  )
  const modules = product.flatMap(({ code }) =>
    [...code.matchAll(/^export const (\w+): RouteModule\b/gm)].map(([, name = '']) => name),
  )
  expect(modules.length).toBeGreaterThan(0)
  const list = lists.map(({ code }) => /= \[([\s\S]*)\]/.exec(code)?.[1] ?? '').join()
  expect(modules.filter((name) => !new RegExp(`\\b${name}\\b`).test(list))).toEqual([])
})

const ofSandbox = 'the reset of a sandbox removes what was added to it'

const ofDemo = 'the demo inserts two years of it in bulk'

/** Tables that several nouns write, and why. Each other table has one noun that enforces all its rules. */
const sharedTables: Readonly<Record<string, string>> = {
  accrual_entries: ofDemo,
  approval_delegates: 'contracts names them, and they end with who is disabled',
  calendar_feeds: 'they end with the integrations of their person',
  contract_entities: 'an answer that names a party adds it to the list of parties',
  event_dispatches: 'change leaves what webhooks takes away',
  events: 'of a person who is erased, the history no longer says the name',
  fee_arrangements: 'a law firm that is deleted takes what was agreed with it, but for retainers with money',
  field_values:
    'a record that is purged takes its values with it, and a contract party that is merged is replaced in them',
  files: 'a document is frozen while its contract is signed, which only contracts know',
  guesses: 'counted by platform, swept with what else signing in leaves behind',
  identity_provider_drafts: ofSandbox,
  identity_providers: ofSandbox,
  invoice_allocations: ofDemo,
  invoice_batches: ofDemo,
  invoice_lines: ofDemo,
  invoice_payments: ofDemo,
  invoices: ofDemo,
  mail_domain_claims: ofSandbox,
  mail_domains: ofSandbox,
  matter_numbers: 'the demo of a large organisation inserts its matters in bulk, with their numbers',
  matters: ofDemo,
  notification_dispatches: 'change leaves what notifications takes away',
  notifications: 'a record that is purged takes them with it',
  oauth_clients: ofSandbox,
  oauth_grants: ofSandbox,
  organisation_link_offers: ofSandbox,
  organisation_links: ofSandbox,
  organisations: 'signing in decides whether passwords are allowed',
  outbox_mails: 'mails to a person who is erased go with them',
  recents: 'a record that is purged takes them with it, and so do its files',
  retainer_movements: 'of an invoice that a purged matter takes with it, what was paid is kept as one',
  saml_service_providers: ofSandbox,
  saved_reports: 'filters that name a person who is erased no longer do',
  saved_views: 'filters that name a person who is erased no longer do',
  scim_groups: 'where a role is deleted, groups give another one',
  scim_tokens: ofSandbox,
  sessions: ofSandbox,
  sign_in_policies: ofSandbox,
  tasks: 'a matter that is purged takes them with it',
  team_members: 'groups of an identity provider give teams',
  user_organisations: 'who is put on a record may be found in its organisation from then on',
  users: 'signing in sets passwords and counts a person as active',
  webhook_deliveries: 'those that wait come back with the clock of a sandbox',
}

test('a table is written by one noun, or listed above with the reason', () => {
  const writers = new Map<string, Set<string>>()
  for (const { path, code } of product) {
    const written = [
      /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g,
      /\binsert into (\w+) ?\(/g,
      /\bdelete from (\w+)/g,
      /\bupdate (\w+) (?:as \w+ )?set\b/g,
    ]
    for (const [, table = ''] of written.flatMap((form) => [...code.matchAll(form)])) {
      writers.set(table, (writers.get(table) ?? new Set()).add(nounOf(path)))
    }
  }
  const shared = [...writers].filter(([, nouns]) => nouns.size > 1).map(([table]) => table)
  expect(shared.sort()).toEqual(Object.keys(sharedTables).sort())
})
