// Access through v2 to agreed rates and proposals of rates.
import { createInvoice } from '../../../../server/invoices/commands/create-invoice.ts'
import { createRate } from '../../../../server/invoices/rates/set-rates.ts'
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import { moveInvoiceTo } from '../../../fixtures/invoices.ts'
import { insertMatter } from '../../../fixtures/matters.ts'
import { createUser } from '../../../factories.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'
import { lawFirm } from './organisations.ts'

const rates = '/v2/agreedRates'
const proposals = '/v2/rateProposals'
const values = { currency: 'GBP', rate: 400, from: '2026-01-01' }

async function rate(world: World) {
  const [firm, name] = [await lawFirm(world), mark()]
  const rateId = await createRate(world.app, await actorFor(world.app, world.people.owner), {
    firmId: firm.id,
    rate: {
      matterId: null,
      timekeeperNumber: '14',
      timekeeper: name,
      timekeeperClass: null,
      currency: 'GBP',
      rate: '400',
      from: '2026-01-01',
      to: null,
    },
    endEarlier: false,
    reason: null,
  })
  return { params: { rateId }, mark: name }
}

async function proposal(world: World, status = 'Proposed') {
  const { app, organisationId } = world
  const firm = await lawFirm(world)
  const lawyer = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  const proposalId = await internalTransaction(app, async (tx, now) => {
    const of = { organisation_id: organisationId }
    const made = { created_at: now, updated_at: now }
    const { id } = await tx
      .insertInto('rate_proposals')
      .values({ ...of, provider_id: firm.id, status, ...made })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('rate_proposal_lines')
      .values({
        ...of,
        proposal_id: id,
        number: 1,
        currency: 'GBP',
        proposed_rate: '430',
        starts_on: '2026-04-01',
      })
      .execute()
    await tx
      .insertInto('rate_proposal_steps')
      .values({ ...of, proposal_id: id, number: 1, status, made_by: lawyer.id, made_at: now })
      .execute()
    return id
  })
  return { params: { proposalId }, mark: firm.name }
}

const answer = (move: string, body: object): AccessCase => ({
  route: `POST ${proposals}/:proposalId/${move}`,
  make: async (world) => ({ params: (await proposal(world)).params, body }),
  colleague: 403,
})

const ofFirms = (move: string): AccessCase => ({
  route: `POST ${proposals}/:proposalId/${move}`,
  make: async (world) => ({ params: (await proposal(world, 'Countered')).params, body: {} }),
  answers: 403,
  colleague: 403,
  changesNothing: 'it is for the law firm that has proposed them',
})

/** A posted invoice of a law firm, with a line above the rate that is agreed for it. */
async function invoiceAboveRate(world: World) {
  const { app, people } = world
  const { id: firmId } = await lawFirm(world)
  const owner = await actorFor(app, people.owner)
  const named = { timekeeperNumber: '14', timekeeper: null, timekeeperClass: null }
  const rate = { matterId: null, ...named, currency: 'GBP', rate: '400', from: '2026-01-01', to: null }
  await createRate(app, owner, { firmId, rate, endEarlier: false, reason: null })
  const matterId = await insertMatter(app, { owner: people.owner, members: [people.viewer] })
  const invoiceId = await createInvoice(app, owner, matterId, {
    number: mark(),
    invoiceDate: '2026-05-06',
    currency: 'GBP',
    serviceProviderId: firmId,
    lines: [{ kind: 'Fee', description: 'Advice', unitPrice: '500.00', ...named }],
  })
  await moveInvoiceTo(app, owner, invoiceId, 'Posted')
  return { params: { invoiceId } }
}

/** Of agreed rates and proposals. */
export const rateCases: readonly AccessCase[] = [
  {
    route: `GET ${rates}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await rate(world)).mark }),
    colleague: 403,
    viewer: 403,
  },
  { route: `GET ${rates}/:rateId`, make: rate, colleague: 403, viewer: 403 },
  {
    route: `GET ${rates}/export`,
    make: async (world) => ({ mark: (await rate(world)).mark }),
    colleague: 403,
    viewer: 403,
  },
  {
    route: `POST ${rates}`,
    make: async (world) => ({ body: { ...values, firm: { id: (await lawFirm(world)).id } } }),
    outsider: 400,
    colleague: 403,
  },
  {
    route: `PATCH ${rates}/:rateId`,
    make: async (world) => ({ params: (await rate(world)).params, body: { to: '2026-12-31' } }),
    colleague: 403,
  },
  {
    route: `POST ${rates}/:rateId/withdraw`,
    make: async (world) => ({ params: (await rate(world)).params, body: { reason: 'Wrong firm' } }),
    colleague: 403,
  },
  {
    route: `POST ${rates}/imports`,
    make: async (world) => ({
      query: `firmId=${(await lawFirm(world)).id}`,
      body: 'Currency,Rate,From\nGBP,400,2026-01-01',
      headers: { 'content-type': 'text/csv' },
    }),
    outsider: 400,
    colleague: 403,
  },
  {
    route: `GET ${proposals}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await proposal(world)).mark }),
    colleague: 403,
    viewer: 403,
  },
  { route: `GET ${proposals}/:proposalId`, make: proposal, colleague: 403, viewer: 403 },
  {
    route: `POST ${proposals}`,
    make: ({ organisationId }) => ({ body: { customer: { id: organisationId }, rates: [values] } }),
    answers: 403,
    outsider: 403,
    colleague: 403,
    changesNothing: 'it is for law firms',
  },
  answer('approve', {}),
  answer('counter', { rates: [{ number: 1, rate: 420 }] }),
  answer('decline', { reason: 'Raised already' }),
  ofFirms('accept'),
  ofFirms('withdraw'),
  { route: 'POST /v2/invoices/:invoiceId/review/rates', make: invoiceAboveRate },
]
