import { describe, expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import {
  addFolder,
  addText,
  createFileWorld,
  detailsOf,
  download,
  eventsOf,
  type FileWorld,
  patchFile,
  storedIn,
  versionsOf,
} from '../../../test/fixtures/files.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createInvoiceWorld, draftInvoice } from '../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { listBin } from '../bin.ts'
import { purgeBin } from '../commands/purge-bin.ts'
import { restoreFile } from '../commands/restore-file.ts'
import { verifyStorage } from '../contents/sweep.ts'

const parts = useTestApp()
const files = '/file-apis/v1/files'

/** A contract, its people, and an administrator who may change it. */
async function world() {
  const here = await createFileWorld(parts.app, parts.server)
  const admin = await createUser(parts.app, {
    organisationId: here.organisationId,
    role: 'Administrator',
    groups: ['ContractAdministrators'],
  })
  return { ...here, admin, asAdmin: await callerFor(parts, admin), target: `Contract/${here.contractId}` }
}
const storedEvents = async ({ organisationId }: FileWorld) => eventsOf(parts.app, organisationId)
const statusOfDelete = async (caller: FileWorld['asOwner'], id: number) =>
  (await caller.delete(`${files}/${id}`)).statusCode

describe('deleting', () => {
  test('removes a file from every list and answer, and keeps its content [F-95]', async () => {
    const here = await world()
    const id = await addText(here.asOwner, here.target, 'a.txt')
    const stored = await storedIn(parts.app)
    const answer = await here.asOwner.delete(`${files}/${id}`)
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    for (const path of [`${files}/${id}`, `${files}/${id}/download`]) {
      expect((await here.asOwner.get(path)).statusCode).toBe(404)
    }
    expect((await here.asOwner.get(`${files}?recursive=true`)).json()).toEqual({ data: [], total: 0 })
    expect(await statusOfDelete(here.asOwner, id)).toBe(404)
    expect(await storedIn(parts.app)).toEqual(stored)
    expect((await storedEvents(here)).at(-1)).toEqual(['contract.file.deleted', id])
    // the name is free
    expect(await addText(here.asOwner, here.target, 'A.txt')).not.toBe(id)
  })

  test('requires DeleteOwn for your own files, and DeleteAll and the right to change the record for all others [F-96, P-14]', async () => {
    const here = await world()
    const lawyer = await createUser(parts.app, {
      organisationId: here.organisationId,
      role: 'Contributor',
      permissions: ['DeleteAll'],
    })
    const ofOwner = await addText(here.asOwner, here.target, 'owner.txt')
    const ofMember = await addText(here.asMember, here.target, 'member.txt')
    expect(await statusOfDelete(here.asMember, ofMember)).toBe(403)
    expect(await statusOfDelete(here.asMember, ofOwner)).toBe(403)
    expect(await statusOfDelete(here.asOwner, ofMember)).toBe(403)
    expect(await statusOfDelete(await callerFor(parts, lawyer), ofOwner)).toBe(404)
    expect(await versionsOf(parts.app, here.organisationId)).toHaveLength(2)
    expect(await statusOfDelete(here.asOwner, ofOwner)).toBe(200)
    expect(await statusOfDelete(here.asAdmin, ofMember)).toBe(200)
  })

  test('requires for a folder what each file in it requires, and deletes all of it [F-96]', async () => {
    const here = await world()
    const folder = await addFolder(here.asOwner, here.target, 'Annexes')
    const inner = await addFolder(here.asOwner, here.target, 'Inner', folder)
    const own = await addText(here.asOwner, `Folder/${inner}`, 'own.txt')
    const others = await addText(here.asMember, `Folder/${inner}`, 'others.txt')
    expect(await statusOfDelete(here.asOwner, folder)).toBe(403)
    await patchFile(here.asMember, others, { IsLocked: true })
    expect(await statusOfDelete(here.asAdmin, folder)).toBe(423)
    await patchFile(here.asMember, others, { IsLocked: false })
    expect(await detailsOf(here.asOwner, own)).toBeDefined()
    expect(await statusOfDelete(here.asAdmin, folder)).toBe(200)
    for (const id of [folder, inner, own, others]) expect(await detailsOf(here.asOwner, id)).toBeUndefined()
    const bin = await listBin(parts.app.db, here.organisationId)
    expect(bin).toMatchObject([{ id: folder, name: 'Annexes', isFolder: true, deletedBy: here.admin.email }])
  })

  test('requires the version that was read, with If-Match', async () => {
    const here = await world()
    const id = await addText(here.asOwner, here.target, 'a.txt')
    await patchFile(here.asOwner, id, { Description: 'changed' })
    const answer = await here.asOwner.delete(`${files}/${id}`, { headers: { 'if-match': '"1"' } })
    expect(answer.statusCode).toBe(412)
    expect(await detailsOf(here.asOwner, id)).toBeDefined()
  })
})

describe('the document of an invoice', () => {
  test('cannot be deleted, moved to another record or merged into another file', async () => {
    const books = await createInvoiceWorld(parts)
    const { caller, actor, user } = books.payer
    const folder = await addFolder(caller, `Matter/${books.matterId}`, 'Invoices')
    const fileId = await addText(caller, `Folder/${folder}`, 'INV-1.pdf')
    await draftInvoice(parts.app, actor, books.matterId, { fileId })
    const other = await insertMatter(parts.app, { owner: user })
    const elsewhere = await addFolder(caller, `Matter/${other}`, 'Elsewhere')
    await addText(caller, `Matter/${books.matterId}`, 'INV-1.pdf')
    const administrator = await createUser(parts.app, {
      organisationId: books.organisationId,
      role: 'Administrator',
      groups: ['MatterAdministrators'],
    })
    const asAdministrator = await callerFor(parts, administrator)
    for (const id of [fileId, folder]) {
      expect(await statusOfDelete(asAdministrator, id)).toBe(409)
      expect((await caller.post(`${files}/${id}/move/${elsewhere}`)).statusCode).toBe(409)
    }
    const merge = await caller.post(`${files}/${fileId}/move?conflictResolution=SaveVersion`)
    expect(merge.statusCode).toBe(409)
    expect((await caller.post(`${files}/${fileId}/move?conflictResolution=KeepBoth`)).statusCode).toBe(204)
  })
})

describe('restoring', () => {
  const deleted = async () => {
    const here = await world()
    const folder = await addFolder(here.asOwner, here.target, 'Annexes')
    const inner = await addFolder(here.asOwner, here.target, 'Inner', folder)
    const earlier = await addText(here.asOwner, `Folder/${inner}`, 'earlier.txt')
    const id = await addText(here.asOwner, `Folder/${inner}`, 'a.txt')
    await here.asOwner.delete(`${files}/${earlier}`)
    return { here, folder, inner, earlier, id, admin: await actorFor(parts.app, here.admin) }
  }

  test('restores a folder with what was deleted with it, and publishes events for its files [F-97]', async () => {
    const { here, folder, inner, earlier, id, admin } = await deleted()
    await here.asOwner.delete(`${files}/${folder}`)
    const before = (await storedEvents(here)).length
    expect(await restoreFile(parts.app, admin, folder)).toEqual({ name: 'Annexes' })
    expect((await detailsOf(here.asOwner, id))?.path).toBe('/Annexes/Inner/a.txt')
    expect(await detailsOf(here.asOwner, earlier)).toBeUndefined()
    expect((await storedEvents(here)).slice(before).toSorted()).toEqual(
      [
        ['contract.folder.created', folder],
        ['contract.folder.created', inner],
        ['contract.file.created', id],
      ].toSorted(),
    )
    expect((await download(here.asOwner, id)).toString()).toBe('a.txt')
  })

  test('restores to the nearest folder that still exists', async () => {
    const { here, folder, earlier, id, admin } = await deleted()
    await here.asOwner.delete(`${files}/${id}`)
    await here.asOwner.post(`${files}/${folder}/move`)
    await here.asOwner.delete(`${files}/${folder}`)
    await restoreFile(parts.app, admin, id)
    expect((await detailsOf(here.asOwner, id))?.path).toBe('/a.txt')
    await restoreFile(parts.app, admin, folder)
    await restoreFile(parts.app, admin, earlier)
    expect((await detailsOf(here.asOwner, earlier))?.path).toBe('/Annexes/Inner/earlier.txt')
  })

  test('gives it a free name if its own is taken, keeps private files hidden, and drops locks', async () => {
    const { here, inner, id, admin } = await deleted()
    await patchFile(here.asOwner, inner, { IsPrivate: true })
    await patchFile(here.asOwner, id, { IsLocked: true })
    await here.asOwner.delete(`${files}/${id}`)
    await addText(here.asOwner, `Folder/${inner}`, 'A.TXT')
    expect(await restoreFile(parts.app, admin, id)).toEqual({ name: 'a (1).txt' })
    expect(await detailsOf(here.asOwner, id)).toMatchObject({
      path: '/Annexes/Inner/a (1).txt',
      isLocked: false,
    })
    expect(await detailsOf(here.asMember, id)).toBeUndefined()
  })

  test('is for administrators who see the record, and for entries of the bin only [F-97]', async () => {
    const { here, folder, inner, id, admin } = await deleted()
    await here.asOwner.delete(`${files}/${folder}`)
    const outsider = await createUser(parts.app, {
      organisationId: here.organisationId,
      role: 'Administrator',
    })
    const code = (work: Promise<unknown>) =>
      work.then(
        () => 'restored',
        (error: { code: string }) => error.code,
      )
    parts.clock.advance({ days: 1, minutes: 1 }) // undo ends
    expect(await code(restoreFile(parts.app, await actorFor(parts.app, here.owner), folder))).toBe(
      'forbidden',
    )
    expect(await code(restoreFile(parts.app, await actorFor(parts.app, outsider), folder))).toBe('not_found')
    for (const each of [inner, id, 2_147_483_647]) {
      expect(await code(restoreFile(parts.app, admin, each))).toBe('not_found')
    }
    expect(await code(restoreFile(parts.app, admin, folder))).toBe('restored')
    expect(await code(restoreFile(parts.app, admin, folder))).toBe('not_found')
  })
})

describe('purging', () => {
  test('permanently deletes what has been in the bin for the configured number of days, and nothing else [F-98]', async () => {
    const here = await world()
    const began = parts.clock.now()
    const folder = await addFolder(here.asOwner, here.target, 'Annexes')
    const [inside, alone, kept] = [
      await addText(here.asOwner, `Folder/${folder}`, 'inside.txt'),
      await addText(here.asOwner, `Folder/${folder}`, 'alone.txt'),
      await addText(here.asOwner, here.target, 'kept.txt'),
    ]
    await here.asOwner.delete(`${files}/${alone}`)
    await here.asOwner.delete(`${files}/${folder}`)
    parts.clock.advance({ days: 29, hours: 23 })
    const later = await callerFor(parts, here.owner)
    await purgeBin(parts.app)
    expect(await listBin(parts.app.db, here.organisationId)).toHaveLength(2)
    const late = await addText(later, here.target, 'late.txt')
    await later.delete(`${files}/${late}`)
    parts.clock.advance({ hours: 1 })
    const ofHere = async () =>
      (await storedIn(parts.app)).filter((path) => path.includes(`/files/${here.organisationId}/`)).length
    expect(await ofHere()).toBe(4)

    expect((await purgeBin(parts.app)).purged).toBeGreaterThanOrEqual(2)
    expect(await listBin(parts.app.db, here.organisationId)).toMatchObject([{ id: late }])
    expect((await versionsOf(parts.app, here.organisationId)).map((each) => each.id)).toEqual([kept, late])
    expect(await ofHere()).toBe(2)
    expect((await storedEvents(here)).filter(([name]) => name.endsWith('purged')).toSorted()).toEqual(
      [
        ['contract.file.purged', inside],
        ['contract.file.purged', alone],
        ['contract.folder.purged', folder],
      ].toSorted(),
    )
    expect((await verifyStorage(parts.app)).findings).toEqual([])
    parts.clock.set(began)
  })

  test('deletes the tracked emails of a file, and clears the terms it was used for', async () => {
    const here = await world()
    const began = parts.clock.now()
    const matterId = await insertMatter(parts.app, { owner: here.owner })
    const id = await addText(here.asOwner, `Matter/${matterId}`, 'terms.txt')
    await internalTransaction(parts.app, async (tx, now) => {
      const { organisationId: organisation_id, owner } = here
      await tx
        .insertInto('email_trackings')
        .values({
          organisation_id,
          user_id: owner.id,
          client: 'Outlook',
          thread_identifier: 'thread-1',
          matter_id: matterId,
          file_id: id,
          tracked_at: now,
        })
        .execute()
      const terms = {
        organisation_id,
        matter_id: matterId,
        file_id: id,
        code: 'T',
        set_by: owner.id,
        set_at: now,
      }
      await tx.insertInto('matter_terms').values(terms).execute()
    })
    await here.asOwner.delete(`${files}/${id}`)
    parts.clock.advance({ days: 30 })
    await purgeBin(parts.app)
    expect(await versionsOf(parts.app, here.organisationId)).toEqual([])
    parts.clock.set(began)
  })

  test('keeps content that another file uses by now', async () => {
    const here = await world()
    const began = parts.clock.now()
    const folder = await addFolder(here.asOwner, here.target, 'Annexes')
    const existing = await addText(here.asOwner, `Folder/${folder}`, 'a.txt', 'old')
    const moved = await addText(here.asOwner, here.target, 'a.txt', 'new')
    const query = '?conflictResolution=SaveVersion'
    await here.asOwner.post(`${files}/${moved}/move/${folder}${query}`)
    parts.clock.advance({ days: 30 })
    await purgeBin(parts.app)
    const later = await callerFor(parts, here.owner)
    expect((await download(later, existing)).toString()).toBe('new')
    expect((await download(later, existing, '?version=1')).toString()).toBe('old')
    parts.clock.set(began)
  })
})
