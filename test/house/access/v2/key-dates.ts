// Access to key dates through v2.
import { createKeyDate } from '../../../../server/contracts/commands/create-key-date.ts'
import { setNoticePeriod } from '../../../../server/contracts/key-dates/set-notice-period.ts'
import { openForCorrection } from '../../../../server/contracts/signing/executed-lock.ts'
import { recordSignedCopy } from '../../../../server/contracts/signing/record-signed-copy.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { insertDocument } from '../../../fixtures/contracts.ts'
import { contract } from '../contracts.ts'
import { mark, type World } from '../world.ts'

const ofContract = '/v2/contracts/:contractId/keyDates'

async function keyDate(world: World) {
  const [{ contractId }, name] = [await contract(world), mark()]
  const owner = await actorFor(world.app, world.people.owner)
  const keyDateId = await createKeyDate(world.app, owner, contractId, { name, date: '2027-01-31' })
  return { contractId, keyDateId, name }
}

async function shown(world: World) {
  const { contractId, keyDateId, name } = await keyDate(world)
  return { params: { contractId, keyDateId }, mark: name }
}

export const keyDateCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/keyDates',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await keyDate(world)).name }),
    viewer: 'may',
  },
  {
    route: `GET ${ofContract}`,
    make: async (world) => {
      const { contractId, name } = await keyDate(world)
      return { params: { contractId }, mark: name }
    },
    viewer: 'may',
  },
  {
    route: `POST ${ofContract}`,
    make: async (world) => ({
      params: { contractId: (await contract(world)).contractId },
      body: { name: mark(), date: '2027-01-31' },
    }),
  },
  { route: `GET ${ofContract}/:keyDateId`, make: shown, viewer: 'may' },
  {
    route: `PATCH ${ofContract}/:keyDateId`,
    make: async (world) => ({ params: (await shown(world)).params, body: { name: mark() } }),
  },
  {
    route: `DELETE ${ofContract}/:keyDateId`,
    make: async (world) => ({ params: (await shown(world)).params }),
  },
]

const period = '/v2/contracts/:contractId/noticePeriod'
const facts = '/v2/contracts/:contractId/keyFacts'

async function noticed(world: World) {
  const { contractId } = await contract(world)
  const owner = await actorFor(world.app, world.people.owner)
  await setNoticePeriod(world.app, owner, contractId, {
    period: { amount: 3, unit: 'Months' },
    checkVersion: () => undefined,
  })
  return { params: { contractId } }
}

const signedCopy = '/v2/contracts/:contractId/signedCopy'

async function signed(world: World) {
  const { contractId } = await contract(world)
  const owner = await actorFor(world.app, world.people.owner)
  const name = mark()
  await insertDocument(world.app, world.people.owner, contractId)
  await recordSignedCopy(world.app, owner, contractId, {
    version: 1,
    signatories: [{ name, title: null, party: null, signedOn: '2026-01-31' }],
    checkVersion: () => undefined,
  })
  return { params: { contractId }, mark: name }
}

export const noticePeriodCases: readonly AccessCase[] = [
  { route: `GET ${period}`, make: noticed, viewer: 'may' },
  {
    route: `PUT ${period}`,
    make: async (world) => ({ ...(await noticed(world)), body: { amount: 1, unit: 'Years' } }),
  },
  { route: `DELETE ${period}`, make: noticed },
  { route: `GET ${facts}`, make: noticed, viewer: 'may' },
  {
    route: 'GET /v2/contracts/keyFacts',
    make: async (world) => {
      const { contractId } = await contract(world)
      return { query: `ids=${contractId}`, mark: `"id":${contractId},` }
    },
  },
  {
    route: `PATCH ${facts}`,
    make: async (world) => ({ ...(await noticed(world)), body: { effectiveDate: '2026-06-01' } }),
  },
  { route: 'GET /v2/contracts/:contractId/inForce', make: noticed, viewer: 'may' },
  {
    route: 'GET /v2/contracts/:contractId/binder',
    make: async (world) => ({ ...(await noticed(world)), query: 'form=sheet' }),
    viewer: 'may',
  },
  { route: `GET ${signedCopy}`, make: signed, viewer: 'may' },
  {
    route: `PUT ${signedCopy}`,
    make: async (world) => ({
      params: (await signed(world)).params,
      body: { document: { version: 1 }, signatories: [{ name: mark(), signedOn: '2026-01-30' }] },
    }),
  },
  {
    route: `PUT ${signedCopy}/correction`,
    make: async (world) => ({ params: (await signed(world)).params, body: { reason: mark() } }),
  },
  {
    route: `DELETE ${signedCopy}/correction`,
    make: async (world) => {
      const { params } = await signed(world)
      const owner = await actorFor(world.app, world.people.owner)
      await openForCorrection(world.app, owner, params.contractId, 'The scan lacks page 7.')
      return { params }
    },
  },
]
