// The call that docs/wizards.md shows, in the demo organisation; and what refusals say.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { paragraphsOf } from '../../../test/documents/docx.ts'
import { download } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { ensureDemo } from '../../sandbox/demo/ensure-demo.ts'

const parts = useTestApp({}, { demo: true })
const wizard = '/contract-apis/v1/contracts/wizard'

interface Answers {
  contractTemplateId: number
  fields: Record<string, unknown>
}

let caller: Caller
let shown: Answers
beforeAll(async () => {
  await ensureDemo(parts.app)
  const counsel = await parts.app.db
    .selectFrom('users')
    .where('email', '=', 'counsel@harbour.example')
    .select(['id', 'organisation_id as organisationId', 'email', 'first_name as name'])
    .executeTakeFirstOrThrow()
  caller = await callerFor(parts, counsel)
  const filter = encodeURIComponent("Name eq 'NDA from answers'")
  const types = (await caller.get(`/v2/contractTypes?$filter=${filter}`)).json<{ items: { id: number }[] }>()
  const guide = readFileSync(new URL('../../../docs/wizards.md', import.meta.url), 'utf8')
  const [, text = ''] = /```json\n([^`]+)```/.exec(guide) ?? []
  shown = { ...(JSON.parse(text) as Answers), contractTemplateId: types.items[0]?.id ?? 0 }
})

test('the call of the guide works as it stands, with the id that the list shows [C-19]', async () => {
  const answer = await caller.post(wizard, shown)
  expect(answer.statusCode, answer.body).toBe(200)
  const contract = (await caller.get(`/contract-apis/v1/contracts/${answer.body}`)).json<{
    documentFileId: number
  }>()
  const text = paragraphsOf(await download(caller, contract.documentFileId)).join('\n')
  expect(text).toContain('Zephyr Ltd')
  expect(text).toContain('the content of the discussions; Plans; Prices.')
  expect(text).toContain('NZD 25,000.00')
})

test('the form in v2 names each field, its type and its choices [C-19]', async () => {
  const form = await caller.get(`/v2/contractTypes/${shown.contractTemplateId}/forms/wizard`)
  const named = JSON.stringify(form.json())
  for (const name of Object.keys(shown.fields)) expect(named).toContain(`"${name}"`)
  expect(named).toContain('New Zealand')
})

test('answers are named in both ways and in any case [C-19]', async () => {
  const { items } = (await caller.get('/v2/fields?$top=100')).json<{ items: { id: string }[] }>()
  expect(items.map(({ id }) => id)).toContain('ndaOtherParty')
  const { id } = await parts.app.db
    .selectFrom('fields')
    .where('api_name', '=', 'ndaOtherParty')
    .select('id')
    .executeTakeFirstOrThrow()
  const { ndaOtherParty, ndaLaw, ...rest } = shown.fields
  const fields = { ...rest, [`FIELD_${id}`]: ndaOtherParty, NDALAW: ndaLaw }
  expect((await caller.post(wizard, { ...shown, fields })).statusCode).toBe(200)
  expect((await caller.post(wizard, { ...shown, fields: JSON.stringify(fields) })).statusCode).toBe(200)
})

test('a refusal lists what is allowed: the names on the form, and the choices [C-19]', async () => {
  const refusal = async (fields: object) => {
    const answer = await caller.post(wizard, { ...shown, fields: { ...shown.fields, ...fields } })
    expect(answer.statusCode).toBe(400)
    return answer.json<{ detail: string }>().detail
  }
  expect(await refusal({ otherSide: 'Zephyr' })).toMatch(
    /There is no "otherSide" on this form\. There are .*ndaOtherParty \(field_\d+\)/,
  )
  expect(await refusal({ ndaLaw: 'Norway' })).toContain('("New Zealand", "Australia", "England")')
  expect(await refusal({ ndaKinds: ['Secrets'] })).toContain('"Plans"')
})
