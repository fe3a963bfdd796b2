// The demo after the first start: its accounts can sign in, and each sees what it should and no more.
import { listScope } from '../../records/lists/record-lists.ts'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOrganisation } from '../../../test/factories.ts'
import type { RunningApp } from '../../operations/process/app.ts'
import { isFull } from '../../../test/repetitions.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { askForTokens } from '../../../test/tokens.ts'
import { contractListColumns } from '../../contracts/contract-columns.ts'
import { contractsVisibleTo } from '../../contracts/access.ts'
import { contractStages } from '../../contracts/contract.ts'
import { contractKind } from '../../contracts/contract-kind.ts'
import { matterListColumns } from '../../matters/matter-columns.ts'
import { matterKind } from '../../matters/matter-kind.ts'
import { matterStates } from '../../matters/state.ts'
import { grantToUser } from '../../identity/oauth/commands/grant-to-user.ts'
import { rotateSecret } from '../../identity/oauth/commands/rotate-secret.ts'
import type { Actor } from '../../platform/actor.ts'
import { systemActor } from '../../platform/events/change.ts'
import { readZip } from '../../platform/documents/zip-archive.ts'
import { verifyPassword } from '../../identity/sessions/passwords.ts'
import { findSnapshot } from '../../identity/users/authorization-snapshot.ts'
import { confidentiality, services } from './documents/agreement.ts'
import { contracts, people } from './plans/core-records.ts'
import { findDemoClient } from './demo-client.ts'
import { docxOf } from '../../platform/documents/writing/docx.ts'
import { ensureDemo } from './ensure-demo.ts'
import { subContracts } from './plans/sub-contracts.ts'
import { generatedContracts } from './plans/generated-records.ts'
import { pdfOf } from './documents/pdf.ts'
import { leaver, staff } from './plans/staff.ts'
import { wizardContracts } from './plans/wizard.ts'

/** The number of rows that the demo has in each of its tables, without an interruption. */
let whole: Readonly<Record<string, number>>

async function counts({ database }: RunningApp): Promise<Readonly<Record<string, number>>> {
  const { rows } = await database.pool.query<{ name: string; count: number }>(`
    select c.relname as name, (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || quote_ident(c.relname),
      false, true, '')))[1]::text::int as count
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition`)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

describe('the demo of a sandbox', () => {
  const tested = useTestApp({}, { demo: true })
  beforeAll(async () => {
    expect(await ensureDemo(tested.app)).toBe(true)
    whole = await counts(tested.app)
  })

  const find = async (email: string) =>
    tested.app.db.selectFrom('users').where('email_key', '=', email).selectAll().executeTakeFirstOrThrow()

  async function actor(email: string): Promise<Actor> {
    const snapshot = await findSnapshot(tested.app.db, (await find(email)).id)
    if (!snapshot) throw new Error(`${email} is not active`)
    return { ...snapshot, via: { kind: 'system', name: 'test' }, requestId: null }
  }

  const visible = async (email: string) =>
    (
      await contractsVisibleTo(tested.app.db, await actor(email))
        .where(
          'contracts.external_id',
          'in',
          contracts.map(({ externalId }) => externalId),
        )
        .select('contracts.name')
        .execute()
    )
      .map(({ name }) => name)
      .toSorted()

  test.each([
    ['admin@harbour.example', 'Harbour', 'Administrator'],
    ['counsel@harbour.example', 'Harbour', 'InhouseLegal'],
    ['contributor@harbour.example', 'Harbour', 'Contributor'],
    ['requester@harbour.example', 'Harbour', 'Standard'],
    ['partner@ashfield.example', 'Ashfield Law', 'MatterManager'],
    ['admin@meridian.example', 'Meridian', 'Administrator'],
  ])('%s of %s is %s, with the password chancery-demo', async (email, organisation, role) => {
    const user = await find(email)
    const { name } = await tested.app.db
      .selectFrom('organisations')
      .where('id', '=', user.organisation_id)
      .select('name')
      .executeTakeFirstOrThrow()
    expect([name, user.role, user.status]).toEqual([organisation, role, 'Active'])
    expect(await verifyPassword(user.password_hash, 'chancery-demo')).toBe(true)
  })

  test('each sees their contracts: teams theirs, administrators all but the restricted ones of others, invited people one', async () => {
    expect(await visible('admin@harbour.example')).toHaveLength(6)
    expect(await visible('counsel@harbour.example')).toEqual([
      'Hosting by Northlight',
      'Lease of 14 Quay Street',
      'NDA with Lindqvist Shipping',
      'Services for Tasman Foods',
      'Supply of packaging by Kauri Print',
    ])
    expect(await visible('requester@harbour.example')).toEqual(['NDA with Lindqvist Shipping'])
    expect(await visible('partner@ashfield.example')).toEqual(['Lease of 14 Quay Street'])
    expect(await visible('admin@meridian.example')).toEqual(['NDA with Copperfield Research'])
  })

  test('there are more than a hundred records, in every stage and state', async () => {
    const administrator = await actor('admin@harbour.example')
    const stages = await listScope(contractKind, tested.app, administrator, {
      scope: 'All',
      query: { filter: null, sort: [], skip: 0, take: 1_000 },
      columns: ['stage'],
      catalogue: contractListColumns(
        { prefix: tested.app.config.displayIdPrefix, now: tested.app.clock.now() },
        administrator,
      ),
    })
    const states = await listScope(matterKind, tested.app, administrator, {
      scope: 'All',
      query: { filter: null, sort: [], skip: 0, take: 1_000 },
      columns: ['state'],
      catalogue: matterListColumns({
        prefix: tested.app.config.displayIdPrefix,
        now: tested.app.clock.now(),
      }),
    })
    expect(stages.total + states.total).toBeGreaterThan(100)
    expect(new Set(stages.rows.map(({ stage }) => stage))).toEqual(new Set(contractStages))
    expect(new Set(states.rows.map(({ state }) => state))).toEqual(new Set(matterStates))
  })

  test('every contract has its document, and a matter its terms, stored as recorded', async () => {
    const { app } = tested
    const versions = await app.db
      .selectFrom('file_versions')
      .innerJoin('organisations', 'organisations.id', 'file_versions.organisation_id')
      .select(['storage_key', 'sha256', 'size', 'content_type', 'file_versions.name'])
      .execute()
    const everyContract = await app.db.selectFrom('contracts').select('id').execute()
    const documents = await app.db
      .selectFrom('files')
      .where('kind', '=', 'ContractDocument')
      .select('id')
      .execute()
    const written = [...contracts, ...generatedContracts, ...subContracts]
    expect(everyContract).toHaveLength(written.length + wizardContracts.length)
    expect(documents).toHaveLength(everyContract.length)
    expect(versions.length).toBeGreaterThan(documents.length)
    for (const { storage_key, sha256, size } of versions) {
      const bytes = await buffer(await app.storage.open(storage_key))
      expect(bytes.length).toBe(size)
      expect(createHash('sha256').update(bytes).digest()).toEqual(sha256)
    }
  })

  test('a wizard has filled in documents, and key dates of open contracts are in the future', async () => {
    const { app } = tested
    const made = await app.db
      .selectFrom('files')
      .innerJoin('file_versions as v', (join) =>
        join.onRef('v.organisation_id', '=', 'files.organisation_id').onRef('v.file_id', '=', 'files.id'),
      )
      .where('files.name', '=', 'NDA with Quill & Ash Design.docx')
      .select('v.storage_key')
      .executeTakeFirstOrThrow()
    const text = unzip(await buffer(await app.storage.open(made.storage_key))).get('word/document.xml')
    expect(text).toContain('between Harbour and Quill &amp; Ash Design Ltd')
    expect(text).toContain('the content of the discussions; Plans; Prices.')
    expect(text).toContain('pays the other NZD 25,000.00')
    expect(text).not.toMatch(/[{}]/)
    const dates = await app.db.selectFrom('contract_key_dates').select(['date', 'value']).execute()
    expect(dates.length).toBeGreaterThan(50)
    const today = app.clock.now().toISOString().slice(0, 10)
    for (const { date } of dates) expect(date > today).toBe(true)
  })

  test('everyone can use the demo client, and its secret can be shown again until somebody rotates it', async () => {
    const { app, server } = tested
    const client = await findDemoClient(app)
    expect(client).toMatchObject({ clientId: 'chancery-demo', redirectUri: 'http://localhost' })
    const { id: userId } = await find('admin@meridian.example')
    const pair = await grantToUser(app, { userId, clientId: 'chancery-demo' })
    const refresh = (secret = '') =>
      askForTokens(server, {
        grant_type: 'refresh_token',
        refresh_token: pair.refreshToken,
        client_id: 'chancery-demo',
        client_secret: secret,
      })
    expect((await refresh('wrong')).json()).toMatchObject({
      error_description: 'Supplied parameter is not correct: client_secret',
    })
    expect((await refresh(client?.clientSecret)).statusCode).toBe(200)
    const { id, organisation_id: organisationId } = await app.db
      .selectFrom('oauth_clients')
      .where('public_id', '=', 'chancery-demo')
      .select(['id', 'organisation_id'])
      .executeTakeFirstOrThrow()
    await rotateSecret(app, { ...systemActor('test'), organisationId }, id, 0)
    expect(await findDemoClient(app)).toMatchObject({ clientSecret: undefined })
  })

  test.each([{}, { asked: true }])('requested again (%o), nothing is created', async (options) => {
    const { app } = tested
    const events = () =>
      app.db
        .selectFrom('events')
        .select((eb) => eb.fn.countAll().as('n'))
        .execute()
    const before = await events()
    expect(await ensureDemo(app, options)).toBe(true)
    expect(await events()).toEqual(before)
  })
})

/** The app, whose storage fails at the third file. */
function interrupted(app: RunningApp): RunningApp {
  let puts = 0
  const put: RunningApp['storage']['put'] = async (...file) => {
    if (++puts === 3) throw new Error('the power is gone')
    return app.storage.put(...file)
  }
  return { ...app, storage: { ...app.storage, put } }
}

describe('a demo that was interrupted', () => {
  const tested = useTestApp()

  test('is completed at the next start, with nothing twice', async () => {
    await expect(ensureDemo(interrupted(tested.app))).rejects.toThrow('the power is gone')
    expect(await ensureDemo(tested.app)).toBe(true)
    expect(await counts(tested.app)).toEqual(whole)
  })
})

describe('without a demo', () => {
  const tested = useTestApp()

  test('a database in use only gets one on request', async () => {
    const { app } = tested
    await createOrganisation(app)
    expect(await ensureDemo(app)).toBe(false)
    expect(await app.db.selectFrom('users').select('id').execute()).toEqual([])
    // that it is made is enough: what is made, and that it is completed, is shown above
    const asked = ensureDemo(isFull ? app : interrupted(app), { asked: true })
    await (isFull ? asked : expect(asked).rejects.toThrow('the power is gone'))
    const users = await app.db.selectFrom('users').select('id').execute()
    expect(users.length).toBeGreaterThanOrEqual(isFull ? [...people, ...staff, leaver].length : 1)
  })

  test('production never gets one', async () => {
    const { app } = tested
    const production = { ...app, config: { ...app.config, environment: 'production' as const } }
    expect(await ensureDemo(production, { asked: true })).toBe(false)
  })
})

describe('the documents of the demo', () => {
  const agreement = services(['Harbour Ltd', 'Kauri <Print> & Pack (NZ) Ltd'], '1 May 2026')

  test('a docx is a zip archive with all its parts, and every clause has a heading', () => {
    const parts = unzip(docxOf(agreement))
    expect([...parts.keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/_rels/document.xml.rels',
      'word/document.xml',
      'word/styles.xml',
      'docProps/core.xml',
    ])
    const text = parts.get('word/document.xml') ?? ''
    expect(text).toContain('Kauri &lt;Print&gt; &amp; Pack (NZ) Ltd')
    expect(text.match(/<w:pStyle w:val="Heading1"\/>/g)).toHaveLength(agreement.clauses.length + 1)
  })

  test('a pdf has the right offset for each of its objects', () => {
    const text = pdfOf(agreement).toString('latin1')
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    expect(text.slice(start, start + 4)).toBe('xref')
    const places = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place))
    expect(places.length).toBeGreaterThan(6)
    for (const [index, place] of places.entries()) {
      expect(text.slice(place, place + 12)).toMatch(new RegExp(`^${index + 1} 0 obj`))
    }
  })

  test('the same agreement gives the same bytes, a different one different bytes', () => {
    for (const write of [docxOf, pdfOf]) {
      expect(write(agreement)).toEqual(write(agreement))
      expect(write(agreement)).not.toEqual(write(confidentiality(['A', 'B'], '1 May 2026')))
    }
  })
})

const unzip = (archive: Buffer) =>
  new Map(
    readZip(archive, { entries: 100, bytes: 2 ** 24 }).map(({ name, content }) => [name, content.toString()]),
  )
