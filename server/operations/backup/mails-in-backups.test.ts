// What a backup, and a restore, make of mails that wait.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { mailsTo } from '../../../test/fixtures/mails.ts'
import {
  emptyInstallation,
  keyOf,
  placeFor,
  startOn,
  temporaryFolder,
} from '../../../test/servers/backups.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { chooseBackup, readManifest } from './archive/manifest.ts'
import { readPart } from './archive/parts.ts'
import { createBackup } from './create.ts'
import { restoreBackup } from './restore.ts'

const parts = useTestApp()

test('what mails say is in no backup, also not sealed, and is not sent after a restore [E-40]', async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const user = await createUser(parts.app, { organisationId })
  const link = '/#/reset-password?token=the-secret-of-this-link'
  const to = { organisationId, to: user.email }
  await internalTransaction(parts.app, (tx, now) =>
    parts.app.mail.send(tx, { ...to, subject: 'Choose a password', text: link, html: link }, now),
  )
  // a row as an older version wrote it
  await parts.app.database.pool.query(
    'insert into outbox_mails (organisation_id, recipient, subject, body, created_at) values ($1, $2, $3, $4, now())',
    [to.organisationId, to.to, 'Choose another', link],
  )
  const folder = await temporaryFolder()
  const repository = await placeFor(parts.app, folder)
  await createBackup(parts.app, repository)
  const table = (await readManifest(repository, await chooseBackup(repository, undefined))).tables.find(
    ({ name }) => name === 'outbox_mails',
  )
  const rows = (await Promise.all((table?.parts ?? []).map((part) => readPart(repository, part)))).join('')
  expect(rows).toContain('Choose a password')
  expect(rows).toContain('Choose another')
  expect(rows).not.toContain('the-secret')
  // null, and the empty text
  const column = (name: string) => table?.columns.indexOf(name) ?? -1
  const values = rows
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  expect(new Set(values.map((row) => row[column('content_sealed')]))).toEqual(new Set(['\\N']))

  const target = await emptyInstallation(await keyOf(parts.app))
  expect(await restoreBackup(target, repository, {})).toMatchObject({ unsentMails: table?.rows })
  const { app } = await startOn(target, parts.clock)
  const mails = await mailsTo(app, { organisationId })
  expect(mails.map(({ subject, body }) => [subject, body])).toEqual(
    expect.arrayContaining([
      ['Choose a password', ''],
      ['Choose another', ''],
    ]),
  )
})
