// Everything that is done at a secret address, without an account: those who were proven act only as long as the row is
// theirs. The table names every such route; each act waits for its row, which is another person's when it gets it.
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { Secret, TOTP } from 'otpauth'
import { createUser } from '../factories.ts'
import { docx } from '../documents/docx.ts'
import { answersByMail, approvalAt, openQuestion, sendAnswer } from '../fixtures/answers-by-mail.ts'
import { sharingWorld } from '../fixtures/sharing-world.ts'
import { signingWorld } from '../fixtures/signing-world.ts'
import { signersOf } from '../seals/signers.ts'
import { useTestApp } from '../test-app.ts'

const parts = useTestApp()

interface Answer {
  readonly statusCode: number
  readonly body: string
}

/** Runs the act until it waits for the row, gives the row to somebody else, and lets the act go on. */
async function replacedMeanwhile(row: string, act: () => Promise<Answer>): Promise<number> {
  const client = new pg.Client(parts.app.database.pool.options)
  await client.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query(`select 1 from ${row} for update`)
    expect(rowCount).toBe(1)
    const progress = { isOver: false }
    const answer = act().finally(() => (progress.isOver = true))
    const waits = `select 1 from pg_locks where transactionid = pg_current_xact_id()::xid and not granted`
    while (!progress.isOver && (await client.query(waits)).rowCount === 0);
    const [table, condition] = row.split(' where ')
    const person = table === 'approval_addresses' ? '' : `, name = 'Zoe', email = 'zoe@signers.example'`
    await client.query(`update ${table} set secret_hash = '\\x00'${person} where ${condition}`)
    await client.query('commit')
    return (await answer).statusCode
  } finally {
    await client.end()
  }
}

let signing: Awaited<ReturnType<typeof signingWorld>>
let sharing: Awaited<ReturnType<typeof sharingWorld>>
const read = () => signing.open('ana').then(async (ana) => ({ ana, shown: await signing.read(ana) }))
const reason = 'Not mine.'

/** What is done at each route, ready to be sent. Those that are not here only read, and are named below. */
const signingActs: Readonly<Record<string, () => Promise<() => Promise<Answer>>>> = {
  'POST /signing/:token/codes': async () => {
    const address = await signing.addressOf('ana')
    return () => signing.call('POST', `${address}/codes`)
  },
  'POST /signing/:token/proofs': async () => {
    const address = await signing.addressOf('ana')
    await signing.call('POST', `${address}/codes`)
    const code = /\b(\d{6})\b/.exec(await signing.lastMail('ana'))?.[1]
    return () => signing.call('POST', `${address}/proofs`, { code })
  },
  'GET /signing/:token/document': async () => {
    const ana = await signing.open('ana')
    return () => signing.read(ana)
  },
  'POST /signing/:token/signature': async () => {
    const { ana, shown } = await read()
    return () => signing.signWithout(ana, { sha256: shown.headers['x-sha256'] })
  },
  'POST /signing/:token/handover': async () => {
    const ana = await signing.open('ana')
    const to = { name: 'Cleo', email: signing.emailOf('cleo'), reason }
    return () => signing.call('POST', `${ana.address}/handover`, to, ana.proof)
  },
  'POST /signing/:token/refusal': async () => {
    const ana = await signing.open('ana')
    return () => signing.call('POST', `${ana.address}/refusal`, { reason }, ana.proof)
  },
}

const sharingActs: typeof signingActs = {
  'POST /sharing/:token/codes': async () => {
    const address = await sharing.addressOf('ana')
    return () => sharing.call('POST', `${address}/codes`)
  },
  'POST /sharing/:token/proofs': async () => {
    const address = await sharing.addressOf('ana')
    await sharing.call('POST', `${address}/codes`)
    const code = await sharing.codeOf('ana')
    return () => sharing.call('POST', `${address}/proofs`, { code })
  },
  'GET /sharing/:token/document': async () => {
    const ana = await sharing.open('ana')
    return () => sharing.read(ana)
  },
  'POST /sharing/:token/versions': async () => {
    const ana = await sharing.open('ana')
    return () => sharing.answer(ana, docx(['Payment within 60 days.']))
  },
  'POST /sharing/:token/comments': async () => {
    const ana = await sharing.open('ana')
    return () => sharing.comment(ana, 'Sixty days.')
  },
}

const elsewhere: Readonly<Record<string, string>> = {
  'POST /signing/:token/app/codes': 'below',
  'POST /approving/:token/answer': 'below',
  'GET /signing/:token': 'reads',
  'POST /signing/:token/app/setups': 'writes nothing: what it answers is of use with a code alone',
  'GET /sharing/:token': 'reads',
  'GET /sharing/:token/share': 'reads',
  'GET /approving/:token': 'reads',
  'GET /approving/:token/document': 'reads',
  'GET /calendars/:file': 'reads',
  'GET /notifications/unsubscribe/:token': 'reads',
  'GET /notifications/unsubscribe/reports/:token': 'reads',
  'POST /notifications/unsubscribe/reports/:token': 'its person cannot be replaced, as above',
  'POST /notifications/unsubscribe/:token': 'its person cannot be replaced: the address is signed, not kept',
}

beforeEach(async () => {
  signing = await signingWorld(parts)
  sharing = await sharingWorld(parts)
})

test('every route at a secret address is known here', () => {
  const routes = parts.server.routeTable
    .filter(({ access, path }) => access === 'public' && /\/:(token|file)\b/.test(path))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !/ \/(assets|docs)\//.test(route))
  const known = [...Object.keys(signingActs), ...Object.keys(sharingActs), ...Object.keys(elsewhere)]
  expect(routes.toSorted()).toEqual(known.toSorted())
})

test.for(Object.entries(signingActs))(
  '%s is refused where somebody else was asked meanwhile, and nothing is recorded [C-530]',
  async ([, ready]) => {
    const { path } = await signing.sent(['ana'])
    const act = await ready()
    const before = await stateOf(path)
    const row = `signature_signers where organisation_id = ${signing.organisationId}`
    expect(await replacedMeanwhile(row, act)).toBe(409)
    expect(await stateOf(path)).toEqual(before)
    expect((await signing.current(path)).signers).toMatchObject([{ name: 'Zoe', state: 'Asked' }])
  },
)

async function stateOf(path: string) {
  const { state, sha256, signers } = await signing.current(path)
  const [{ viewed, viewedSha256, ended }] = signers
  const versions = await parts.app.db
    .selectFrom('file_versions')
    .where('organisation_id', '=', signing.organisationId)
    .select(['version'])
    .execute()
  const mails = (await signing.lastMail('ana')) === ''
  return { state, sha256, viewed, viewedSha256, ended, versions, mails, names: await signing.namesOf() }
}

test('a code of an app is refused where somebody else was asked meanwhile [C-530]', async () => {
  await signing.sent([], { signers: [{ ...signing.signer('ana'), authenticatorApp: true }] })
  const { call, proveMail } = signersOf(parts)
  const { address, proof } = await proveMail(signing.emailOf('ana'))
  const setUps = await call('POST', `${address}/app/setups`, {}, proof)
  const { secret, setUp } = setUps.json<{ secret: string; setUp: string }>()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const row = `signature_signers where organisation_id = ${signing.organisationId}`
  const act = () => call('POST', `${address}/app/codes`, { code, setUp }, proof)
  expect(await replacedMeanwhile(row, act)).toBe(409)
  const apps = parts.app.db.selectFrom('signer_apps').where('organisation_id', '=', signing.organisationId)
  expect(await apps.select('id').execute()).toEqual([])
})

test.for(Object.entries(sharingActs))(
  '%s is refused where another address was sent meanwhile, and nothing is recorded [C-530]',
  async ([, ready]) => {
    const { path } = await sharing.shared(['ana'])
    const act = await ready()
    const events = await sharing.namesOf()
    const row = `document_shares where organisation_id = ${sharing.organisationId}`
    expect(await replacedMeanwhile(row, act)).toBe(409)
    expect(await sharing.namesOf()).toEqual(events)
    expect(await sharing.itemsOf(path)).toMatchObject([{ opened: null, answered: null, returns: [] }])
  },
)

test('an answer from a mail is refused where a later mail replaced its address meanwhile [C-530]', async () => {
  const made = await answersByMail(parts)
  const approver = await createUser(parts.app, { organisationId: made.organisationId })
  const { path, asOwner } = await made.asked([approver])
  const [browser, address] = [await made.visitor(), await made.addressOf(approver)]
  const { asked } = (await openQuestion(browser, address)).json<{ asked: string }>()
  const row = `approval_addresses where organisation_id = ${made.organisationId}`
  const act = () => sendAnswer(browser, address, { decision: 'Approved', asked })
  expect(await replacedMeanwhile(row, act)).toBe(404)
  expect(await approvalAt(asOwner, path)).toMatchObject({ state: 'Waiting' })
})

test('a signer who is replaced while their signature is being sealed has not signed [C-530]', async () => {
  const { path, acts } = await signing.sent(['ana'])
  const { ana, shown } = await read()
  const { documents } = parts.app
  const run = documents.run.bind(documents)
  const body = { place: 1, ...signing.signer('zoe'), reason: 'On leave.' }
  let replaced = 0
  Object.assign(documents, {
    async run(...sealing: Parameters<typeof run>) {
      // before the replacement, which reads documents as well
      Object.assign(documents, { run })
      replaced = (await signing.counsel.post(`${acts}/replacements`, body)).statusCode
      return run(...sealing)
    },
  })
  try {
    const signed = await signing.signWithout(ana, { sha256: shown.headers['x-sha256'] })
    expect([replaced, signed.statusCode]).toEqual([204, 409])
  } finally {
    Object.assign(documents, { run })
  }
  expect(await signing.current(path)).toMatchObject({
    state: 'Open',
    signers: [{ name: 'zoe', state: 'Asked', viewed: null }],
  })
  expect((await signing.sign(await signing.open('zoe'))).statusCode).toBe(204)
})
