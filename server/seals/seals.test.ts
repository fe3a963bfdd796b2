// Sealing and checking of PDFs, beside an independent program.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation } from '../../test/factories.ts'
import { pdfsIn } from '../../test/seals/pdfs-in.ts'
import { noPdfsig, signaturesIn } from '../../test/seals/pdfsig.ts'
import { useTestApp } from '../../test/test-app.ts'
import { longestTurnAllowed, watchLoopAgain } from '../../test/servers/loop-delay.ts'
import { updateOrganisation } from '../identity/organisations/commands/update-organisation.ts'
import { internalTransaction, systemActor } from '../platform/events/change.ts'
import { checkSeals } from './check-seals.ts'
import { makeSample } from './sample.ts'
import { sealForOrganisation } from './seal.ts'

const parts = useTestApp()
let organisationId: number
let name: string
beforeEach(async () => {
  ;({ id: organisationId, name } = await createOrganisation(parts.app))
})

const blank = () => makeSample(['Agreement', 'between Acme Ltd and Kestrel Ltd'])
const seal = (pdf: Uint8Array, reason = 'Signed by Łukasz Prior (CEO) for Acme Ltd') =>
  sealForOrganisation(parts.app, { organisationId, pdf, reason })
const check = (file: Uint8Array) => checkSeals(parts.app, [Buffer.from(file)])
const verdictOn = async (file: Uint8Array) => (await check(file)).verdict

test('a sealed PDF is ours, complete and unchanged, and says who sealed it [C-311]', async () => {
  const before = await blank()
  expect(await verdictOn(before)).toBe('NotSealed')
  const sealed = await seal(before)
  expect(sealed.subarray(0, before.length).equals(before)).toBe(true)
  const { verdict, seals } = await check(sealed)
  expect(verdict).toBe('Unchanged')
  expect(seals).toMatchObject([
    {
      organisation: { name, nameToday: name, mailDomains: [] },
      subject: name,
      isSelfMade: true,
      reason: 'Signed by Łukasz Prior [CEO] for Acme Ltd',
      intact: true,
      coversAll: true,
      timeStamp: null,
    },
  ])
  expect(Math.abs(Number(seals[0]?.sealedAt) - parts.app.clock.now().getTime())).toBeLessThan(600_000)
})

test('a seal has the name that its organisation had then, with the mail domains that it has proven [C-560]', async () => {
  const rename = (next: string) =>
    updateOrganisation(parts.app, systemActor('rename'), organisationId, { name: next })
  const before = await seal(await blank())
  parts.clock.advance({ minutes: 5 })
  await rename('Harbour Foods Ltd')
  const borrowed = await seal(await blank())
  parts.clock.advance({ minutes: 5 })
  await rename('Meridian Ltd')
  const names = async (file: Buffer) => (await check(file)).seals.map(({ organisation }) => organisation)
  expect(await names(before)).toEqual([{ name, nameToday: 'Meridian Ltd', mailDomains: [] }])
  const provedAt = parts.app.clock.now()
  await internalTransaction(parts.app, (tx) =>
    tx
      .insertInto('mail_domains')
      .values([
        {
          domain: 'meridian.example',
          organisation_id: organisationId,
          created_at: provedAt,
          proved_at: provedAt,
        },
        { domain: 'said.example', organisation_id: organisationId, created_at: provedAt },
      ])
      .execute(),
  )
  expect(await names(borrowed)).toEqual([
    {
      name: 'Harbour Foods Ltd',
      nameToday: 'Meridian Ltd',
      mailDomains: [{ organisationId, domain: 'meridian.example', provedAt }],
    },
  ])
  // another organisation of that name has nothing of it
  ;({ id: organisationId } = await createOrganisation(parts.app))
  await rename('Meridian Ltd')
  expect(await names(await seal(await blank()))).toMatchObject([
    { nameToday: 'Meridian Ltd', mailDomains: [] },
  ])
})

test('what a seal covers is the file without what was added after it [C-561]', async () => {
  const sealed = await seal(await blank())
  const pdf = await PDF.load(new Uint8Array(sealed))
  pdf.getPage(0)?.drawText('EUR 9999999', { x: 50, y: 500 })
  const extended = Buffer.from(await pdf.save({ incremental: true }))
  const { verdict, seals } = await check(extended)
  expect(verdict).toBe('Extended')
  const part = extended.subarray(0, seals.at(-1)?.covered)
  expect(part.equals(sealed)).toBe(true)
  expect(await verdictOn(part)).toBe('Unchanged')
})

test('a second seal leaves the first one valid [C-310]', async () => {
  const twice = await seal(await seal(await blank(), 'Signed by Ana'), 'Signed by Ben')
  const { verdict, seals } = await check(twice)
  expect(verdict).toBe('Unchanged')
  expect(seals.map(({ reason, intact, coversAll }) => [reason, intact, coversAll])).toEqual([
    ['Signed by Ana', true, false],
    ['Signed by Ben', true, true],
  ])
})

test('a byte that was changed, cut off or added is found wherever it is [C-311]', async () => {
  const sealed = await seal(await seal(await blank()))
  const wrong: number[] = []
  for (let at = 0; at < sealed.length; at += 977) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    if ((await verdictOn(changed).catch(() => 'refused')) === 'Unchanged') wrong.push(at)
  }
  expect(wrong).toEqual([])
  expect(await verdictOn(Buffer.concat([sealed, Buffer.from('\n')]))).toBe('Extended')
  expect(await verdictOn(sealed.subarray(0, -1))).not.toBe('Unchanged')
})

test('what is said to be covered must be covered: moved, widened and repeated ranges are not believed [C-311]', async () => {
  const sealed = await seal(await blank())
  const text = sealed.toString('latin1')
  const [, from = 0, to = 0, length = 0] =
    /\/ByteRange \[0 (\d+)\s+(\d+)\s+(\d+)/.exec(text)?.map(Number) ?? []
  // a gap that is wider than the signature, with a statement of it in what was added
  const wider = Buffer.concat([
    sealed.subarray(0, to - 1),
    Buffer.from('00'.repeat(50)),
    sealed.subarray(to - 1),
    Buffer.from(`\n<< /ByteRange [0 ${from} ${to + 100} ${length}] >>`),
  ])
  expect(await verdictOn(wider)).not.toBe('Unchanged')
  // something else than a signature in the gap
  const filled = Buffer.from(sealed)
  filled.write('(hidden)', to - 20, 'latin1')
  expect(await verdictOn(filled)).not.toBe('Unchanged')
  // a range that does not begin with the file
  const moved = Buffer.concat([Buffer.from('%PDF-1.7 other\n'), sealed])
  expect(await verdictOn(moved)).not.toBe('Unchanged')
})

test('the seal of somebody else is not ours, whatever name its certificate has [C-311]', async () => {
  const { id } = await createOrganisation(parts.app)
  await parts.app.database.kysely.updateTable('organisations').set({ name }).where('id', '=', id).execute()
  const forged = await sealForOrganisation(parts.app, {
    organisationId: id,
    pdf: await blank(),
    reason: 'Signed by Ana',
  })
  await parts.app.database.kysely
    .deleteFrom('signing_certificates')
    .where('organisation_id', '=', id)
    .execute()
  expect(await check(forged)).toMatchObject({
    verdict: 'NotOurs',
    seals: [{ organisation: null, subject: name }],
  })
})

test('files that are no PDF, damaged or hostile are refused or have no seal, and block nobody [C-316]', async () => {
  await expect(check(Buffer.from('hello'))).rejects.toMatchObject({ status: 400 })
  const ranges = '/ByteRange [0 30 40 50] '.repeat(200_000)
  const gaps = Array.from({ length: 3_000 }, (_, at) => `/ByteRange [0 ${at + 40} 900000 10]`).join('\n')
  const hostile = [
    Buffer.from(`%PDF-1.7\n${ranges}`),
    Buffer.from(`%PDF-1.7\n${gaps}${' '.repeat(900_000)}`),
    Buffer.from(`%PDF-1.7\n/ByteRange [0 ${'9'.repeat(5_000_000)}`),
    Buffer.from(`%PDF-1.7\n${'['.repeat(2_000_000)}`),
    Buffer.from(`%PDF-1.7\n1 0 obj\n<</Length 9999999999>>stream\n`),
  ]
  const { longestTurn } = await watchLoopAgain(async () => {
    for (const file of hostile) {
      expect(['NotSealed', 'NotOurs', 'refused']).toContain(
        await verdictOn(file).catch(({ status }: { status: number }) =>
          status === 400 ? 'refused' : `${status}`,
        ),
      )
      await expect(seal(file)).rejects.toMatchObject({ status: 400 })
    }
  })
  expect(longestTurn).toBeLessThan(longestTurnAllowed)
})

describe.skipIf(noPdfsig)('pdfsig', () => {
  test('finds both seals valid, and the last one over the whole file', async () => {
    const once = await seal(await blank())
    expect(signaturesIn(once)).toEqual([{ signer: name, valid: true, total: true }])
    expect(signaturesIn(await seal(once))).toEqual([
      { signer: name, valid: true, total: false },
      { signer: name, valid: true, total: true },
    ])
    const changed = Buffer.from(once)
    changed[300] = (changed[300] ?? 0) ^ 1
    expect(signaturesIn(changed)).toMatchObject([{ valid: false }])
  })

  const folder = join(import.meta.dirname, '../../../shared/data')
  const found = pdfsIn(folder)
  test.skipIf(found.length === 0)('finds the seals of real documents valid', async () => {
    const wrong: string[] = []
    for (const path of found) {
      const sealed = await seal(readFileSync(path)).catch(String)
      if (typeof sealed === 'string') wrong.push(`${path}: ${sealed}`)
      else if (!signaturesIn(sealed).at(-1)?.valid || (await verdictOn(sealed)) !== 'Unchanged')
        wrong.push(path)
    }
    expect(wrong).toEqual([])
  })
})
