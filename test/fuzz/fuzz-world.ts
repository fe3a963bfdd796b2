// What the fuzzer works on: the demo organisations in a database of its own, people to act as, and ids that are there.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { buildApp, type RunningApp } from '../../server/operations/process/app.ts'
import { readConfig } from '../../server/platform/settings/config.ts'
import { createLog } from '../../server/platform/installation/log.ts'
import { cloneDemo } from '../servers/demo-template.ts'
import { accessTokenFor } from '../tokens.ts'
import type { FuzzTarget } from './fuzz-run.ts'
import type { CallerName } from './requests.ts'
import { startServerUnderFuzz } from './server-under-fuzz.ts'

const emails: Readonly<Record<Exclude<CallerName, 'nobody'>, string>> = {
  administrator: 'admin@harbour.example',
  requester: 'requester@harbour.example',
  'law firm': 'partner@ashfield.example',
}

/** Makes the demo and starts the server; `end` stops it and removes everything. */
export async function createFuzzWorld(): Promise<FuzzTarget & { end(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-fuzz-'))
  const database = await cloneDemo(folder)
  const config = readConfig({
    // what is behind the limits is to be met
    CHANCERY_RATE_LIMITS: 'off',
    CHANCERY_STATE_DIR: folder,
    CHANCERY_LOG_LEVEL: process.env['CHANCERY_TEST_LOG_LEVEL'] ?? 'silent',
  })
  const app = await buildApp(config, database.connection, { log: createLog('silent') })
  await app.vault.prepare()
  const ids = await idsIn(app)
  const server = await startServerUnderFuzz({ config, connection: database.connection })
  const tokens = new Map<CallerName, string>()
  return {
    server,
    known: (name) => ids.get(name.toLowerCase()) ?? [],
    async token(caller, fresh) {
      if (caller === 'nobody') return undefined
      const kept = tokens.get(caller)
      if (kept !== undefined && fresh === undefined) return kept
      const token = await newToken(app, emails[caller])
      tokens.set(caller, token)
      return token
    },
    async end() {
      await server.stop()
      await app.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A token for somebody whom earlier requests may have signed out, disabled or stripped of rights. */
async function newToken(app: RunningApp, email: string): Promise<string> {
  const { pool } = app.database
  await pool.query(`update users set status = 'Active' where email = $1`, [email])
  await pool.query(`update clock set offset_ms = 0`)
  const { rows } = await pool.query<{
    id: string
    organisation_id: number
    first_name: string
    last_name: string
  }>('select id, organisation_id, first_name, last_name from users where email = $1', [email])
  const [user] = rows
  if (!user) throw new Error(`There is no ${email} in the demo any more`)
  return accessTokenFor(app, {
    id: user.id,
    email,
    name: `${user.first_name} ${user.last_name}`,
    organisationId: user.organisation_id,
  })
}

// by the names of parameters and properties, in lower case
const tables: readonly (readonly [table: string, names: readonly string[]])[] = [
  ['matters', ['matterId', 'targetId', 'id', 'parentId']],
  ['contracts', ['contractId']],
  ['files', ['fileId', 'folderId', 'destinationId', 'uploadId', 'parentFileId', 'documentFileId']],
  ['tasks', ['taskId']],
  ['invoices', ['invoiceId']],
  ['fields', ['fieldId']],
  ['contract_templates', ['typeId', 'templateId', 'ContractTemplateId']],
  ['matter_categories', ['categoryId']],
  ['teams', ['teamId', 'teamAssigned']],
  ['custom_roles', ['roleId', 'customRole']],
  ['departments', ['departmentId']],
  ['regions', ['regionId']],
  ['organisations', ['organizationId', 'organisationId']],
  ['contract_key_dates', ['keyDateId']],
  ['invoice_recipients', ['recipientId']],
]

async function idsIn(app: RunningApp): Promise<ReadonlyMap<string, readonly (string | number)[]>> {
  const found = new Map<string, (string | number)[]>()
  for (const [table, names] of tables) {
    const { rows } = await app.database.pool.query<{ id: number }>(
      `select id from ${table} order by random() limit 12`,
    )
    for (const name of names)
      found.set(
        name.toLowerCase(),
        rows.map(({ id }) => id),
      )
  }
  const { rows: people } = await app.database.pool.query<{ id: string }>(
    'select id from users where email <> all ($1) limit 12',
    [Object.values(emails)],
  )
  for (const name of ['userid', 'ownerid', 'managerid', 'owner', 'manager', 'user']) {
    found.set(
      name,
      people.map(({ id }) => id),
    )
  }
  return found
}
