// Every collection that callers can fill has a limit, which is kept, and docs/limits.md says it.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { internalTransaction } from '../../server/platform/events/change.ts'
import { checkRoom } from '../../server/identity/organisations/limits/check-room.ts'
import type { Collection } from '../../server/identity/organisations/limits/collection.ts'
import { type CollectionName, collections } from '../../server/identity/organisations/limits/collections.ts'
import { unnumbered } from '../../server/identity/organisations/limits/unnumbered.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { useTestApp } from '../test-app.ts'
import { callerFor } from '../tokens.ts'

const parts = useTestApp()
const all = Object.entries(collections) as [CollectionName, Collection][]

/** Calls that add to no limited collection, by reason. */
const others: readonly (readonly [reason: string, routes: RegExp])[] = [
  [
    'changes or moves what exists',
    /^POST .*\/(restore|purge|merge|replace|move|move\/:destinationId|approve|decline|delegate|keep|remind|restart|withdraw|pay|post|review|unpay|void|cancel|accept|answer|ask|currentForm|olderForms|assign|complete|disable|enable|invitation|read|end|reset|users|takeOver|takeover|erase|retry|discard|stop|imports\/:importId\/(check|run|undo))$/,
  ],
  ['one of each for what exists', /^PUT /],
  [
    'parties and key dates, counted where they are added',
    /^POST \/v2\/contracts\/:contractId\/(documentFacts|documentDifferences)\/acceptances$/,
  ],
  ['one of a version, replaced', /^POST \/v2\/contracts\/:contractId\/documentFacts\/readings$/],
  ['there once, and of one size', /^POST \/v2\/demoData$/],
  [
    'once of two versions, and gone with either',
    /^POST \/v2\/files\/:fileId\/versions\/:version\/comparisons$/,
  ],
  [
    'a version of what is there, as an upload is',
    /^POST \/v2\/contracts\/:contractId\/(signaturePdfs|documentDifferences\/corrections)$/,
  ],
  ['made for the answer, and not kept', /^POST \/v2\/contracts\/:contractId\/signingPackets$/],
  [
    'a version of what is there, as an upload is',
    /^POST \/v2\/files\/:fileId\/versions\/:version\/(markup\/(decisions|comments)|edits)$/,
  ],
  ['of each line of an invoice', /^POST \/v2\/invoices\/:invoiceId\/review\/(lines|rates|taxCodes)$/],
  ['five hundred of a matter', /^POST \/v2\/matters\/:matterId\/budgetProposals$/],
  ['a hundred of a matter', /^POST \/v2\/matters\/:matterId\/feeArrangements$/],
  ['a hundred of a law firm', /^POST \/v2\/feeArrangements$/],
  ['two thousand of a retainer', /^POST \/v2\/feeArrangements\/:arrangementId\/movements$/],
  ['takes one back', /^POST \/v2\/feeArrangements\/:arrangementId\/movements\/:movementId\/withdraw$/],
  ['answers one that waits', /^POST \/v2\/matters\/:matterId\/budgetProposals\/:proposalId\//],
  ['closes one that is there', /^POST \/v2\/accruals\/:month\/close$/],
  ['of each rate of a proposal', /^POST \/v2\/rateProposals\/:proposalId\/counter$/],
  ['on the invoices of an export', /^POST \/v2\/financeExports\/:exportId\/(acknowledge|payments)$/],
  [
    'once of each line of an invoice',
    /^POST \/v2\/invoices\/:invoiceId\/exchange\/(questions|answers|decisions|accept|appeals(\/decisions)?)$/,
  ],
  ['twenty of an answer', /^POST \/v2\/invoices\/:invoiceId\/exchange\/files$/],
  ['five hundred of an invoice', /^POST \/v2\/invoices\/:invoiceId\/payments$/],
  ['on flags that are there', /^POST \/v2\/invoices\/:invoiceId\/flags\/decisions$/],
  ['on invoices that are approved', /^POST \/v2\/exchangeRates\/missing\/apply$/],
  ['keeps nothing', /^POST \/v2\/invoices\/(guidelines\/trials|:invoiceId\/check)$/],
  ['a version that is there', /^POST \/v2\/clauses\/:clauseId\/retire$/],
  ['three at most', /^POST \/v2\/(signInProvider\/certificates|organizations\/:organizationId\/exports)$/],
  ['a hundred at most', /^POST \/v2\/(signingCertificates|imports\/:importId\/buckets)$/],
  ['one of each organisation', /^(PUT \/v2\/timeStampAuthority|POST \/v2\/signingCertificates\/sample)$/],
  [
    'one is open at a time',
    /^POST \/v2\/contracts\/:contractId\/(signatureRequests(\/.*)?|renewal\/decisions)$/,
  ],
  ['of signers, five codes in half an hour', /^POST \/signing\//],
  ['kept for ten minutes, of a service that signs', /^POST \/signing-services\//],
  ['a hundred open ones of a contract', /^POST \/v2\/contracts\/:contractId\/documentShares(\/.*)?$/],
  ['of one document that was sent: 20 versions, 200 comments', /^POST \/sharing\//],
  ['decides once what waits', /^POST (\/approving\/|\/v2\/invoices\/:invoiceId\/approval\/decide$)/],
  ['twenty rules at most', /^PUT \/v2\/invoices\/approvalRules$/],
  ['for each domain once', /^POST \/v2\/mailDomains\/:domain\/check$/],
  ['stores nothing', /^POST \/(v2\/sealChecks|seal-checks)$/],
  ['five at most, the newest ones', /^POST .*\/(secrets|signingSecret)$/],
  ['for each person once', /^POST \/v2\/teams\/:teamId\/members$/],
  [
    'one waits at a time',
    /^POST \/v2\/(contracts\/:contractId\/approvals|invoices\/:invoiceId\/approval|matters\/:matterId\/scope)$/,
  ],
  ['kept for a week, 10,000 at once', /^POST \/v2\/webhookSubscriptions\/:id\/(replay|test|deliveries\/.*)$/],
  [
    'creates nothing',
    /^POST .*\/(preview|placeholders|try|testMail|mailTexts\/:mail\/tests|starterSets\/:set\/add|byExternalReferenceId|imports\/:importId\/mapping)$/,
  ],
  ['a law firm is one of the organisations that the operator runs', /^POST \/v2\/organizations$/],
  [
    'of those who have not signed in: rows per network and in total, docs/operating.md',
    /^(POST|PUT) \/(session|oauth|account-apis\/v1\/auth|notifications\/unsubscribe|v2\/signInProvider\/tests)(\/|$)/,
  ],
]

test('every call that creates something belongs to a collection, or says why it has none', () => {
  const routes = parts.server.routeTable
    .filter(({ method }) => method === 'POST' || method === 'PUT')
    .map(({ method, path }) => `${method} ${path}`)
  const limited = new Set(
    [...all.map(([, each]) => each), ...unnumbered].flatMap(({ routes: own }) => [...own]),
  )
  expect([...limited].filter((route) => !routes.includes(route))).toEqual([])
  const unknown = routes.filter(
    (route) => !limited.has(route) && !others.some(([, pattern]) => pattern.test(route)),
  )
  expect(unknown).toEqual([])
})

test.each(all)('%s is counted, and has no room beyond its limit', async (name, { most }) => {
  const whose = { organisationId: 1, userId: '00000000-0000-0000-0000-000000000001', parentId: 1 }
  await internalTransaction(parts.app, async (tx) => {
    await checkRoom(tx, name, whose, most)
    await expect(checkRoom(tx, name, whose, most + 1)).rejects.toMatchObject({ status: 409 })
  })
})

/** The rows of docs/limits.md, in the order of the table. */
const rows = all.map(
  ([, { words, per, most, instead }]) => `| ${words} | ${per} | ${most.toLocaleString('en')} | ${instead} |`,
)

test('docs/limits.md says of what has no number what bounds it', async () => {
  const page = await readFile(new URL('../../docs/limits.md', import.meta.url), 'utf8')
  const table = page.split('| what | bounded by |\n| --- | --- |\n')[1]?.split('\n\n')[0]
  expect(table?.split('\n')).toEqual(unnumbered.map(({ words, bound }) => `| ${words} | ${bound} |`))
})

test('docs/limits.md has every collection with its limit', async () => {
  const page = await readFile(new URL('../../docs/limits.md', import.meta.url), 'utf8')
  const table = page.split('| --- | --- | --- | --- |\n')[1]?.split('\n\n')[0]
  expect(table?.split('\n')).toEqual(rows)
})

const subscription = { topics: ['matter.created'], subscriptionUrl: 'https://receiver.example/hook' }

test('webhook subscriptions of a person, and of an organisation, have a limit that its refusal names [W-110]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const user = await createUser(app, { organisationId, role: 'Administrator' })
  const colleague = await createUser(app, { organisationId, role: 'Administrator' })
  const [one, other] = [await callerFor(parts, user), await callerFor(parts, colleague)]
  const add = (by: typeof one) => by.post('/v2/webhookSubscriptions', subscription)
  const first = await add(one)
  expect(first.statusCode, first.body).toBe(201)
  const copies = (userId: string, count: number) =>
    app.database.pool.query(
      `insert into webhook_subscriptions (user_id, topics, url, status, secret, created_at, modified_at, modified_by, host)
      select $1, topics, url, status, secret, created_at, modified_at, modified_by, host
      from webhook_subscriptions, generate_series(1, $2) where id = $3`,
      [userId, count, first.json<{ id: number }>().id],
    )
  await copies(user.id, collections.ownSubscriptions.most - 4)
  // however many come at the same time, and through either version
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => add(one)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 201, 409, 409, 409])
  const v1 = await one.post('/account-apis/v1/webhooks/subscriptions', {
    topics: subscription.topics,
    subscriptionUrl: subscription.subscriptionUrl,
  })
  expect([v1.statusCode, v1.json<{ detail: string }>().detail]).toEqual([
    409,
    'You have 50 webhook subscriptions, which is the limit. Delete some that are not used any more.',
  ])
  const third = await createUser(app, { organisationId })
  await copies(third.id, collections.subscriptions.most - collections.ownSubscriptions.most - 1)
  expect((await add(other)).statusCode).toBe(201)
  const refused = await add(other)
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    409,
    'Your organisation has 500 webhook subscriptions, which is the limit. Delete some that are not used any more.',
  ])
  const { id } = first.json<{ id: number }>()
  expect((await one.delete(`/v2/webhookSubscriptions/${id}`)).statusCode).toBe(204)
  expect((await add(other)).statusCode).toBe(201)
})

test('saved views of a person have a limit, also when many come at the same time [V-364]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const user = await createUser(app, { organisationId })
  const caller = await callerFor(parts, user)
  const add = () => caller.post('/v2/views', { list: 'contracts', name: 'Mine' })
  const first = await add()
  expect(first.statusCode, first.body).toBe(201)
  await app.database.pool.query(
    `insert into saved_views (organisation_id, owner_id, list, name, filter, order_by, columns, group_by, layout, shared_with, team_id, created_at, updated_at)
    select organisation_id, owner_id, list, name, filter, order_by, columns, group_by, layout, shared_with, team_id, created_at, updated_at
    from saved_views, generate_series(1, $2) where organisation_id = $1`,
    [organisationId, collections.ownViews.most - 3],
  )
  const answers = await Promise.all([1, 2, 3, 4].map(add))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 409, 409])
})
