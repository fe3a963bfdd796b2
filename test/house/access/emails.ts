// Access to mail: a thread belongs to its person, and what is tracked to a record is visible to those who see the
// record.
import { deliverWaitingDrafts } from '../../fixtures/emails.ts'
import { insertMatter } from '../../fixtures/matters.ts'
import type { AccessCase } from './case.ts'
import { mark, type World } from './world.ts'

const emails = '/account-apis/v1/emails'

/** A matter of the owner; the viewer is a member. */
const matter = ({ app, people }: World) =>
  insertMatter(app, { owner: people.owner, members: [people.viewer] })

/** A mail that the owner tracks to a matter. */
async function tracked(world: World) {
  const [identifier, reference] = [mark(), mark()]
  const matterId = await matter(world)
  await world.send('owner', 'token', {
    method: 'POST',
    url: `${emails}/threads`,
    payload: {
      client: 'Outlook',
      threadIdentifier: identifier,
      matterId,
      track: true,
      messages: [{ externalReferenceId: reference }],
    },
  })
  return { identifier, reference }
}

async function draft(world: World) {
  const matterId = await matter(world)
  const answer = await world.send('owner', 'token', {
    method: 'POST',
    url: `${emails}/drafts`,
    payload: { matterId, mode: 'Message' },
  })
  return Number(answer.body)
}

/** The owner's latest thread, with texts that occur nowhere else. */
async function thread(world: World) {
  const [matterId, text] = [await matter(world), mark()]
  await world.send('owner', 'token', {
    method: 'POST',
    url: `${emails}/threads`,
    payload: {
      client: 'Outlook',
      threadIdentifier: mark(),
      matterId,
      track: true,
      messages: [{ externalReferenceId: text, from: 'ana@firm.example', text }],
    },
  })
  const listed = await world.send('owner', 'token', {
    method: 'GET',
    url: '/v2/emailThreads?$orderby=Id desc',
  })
  const [latest] = listed.json<{ items: { id: number; threadIdentifier: string }[] }>().items
  return { threadId: latest?.id ?? 0, identifier: latest?.threadIdentifier ?? '', matterId, text }
}

const casesV2: readonly AccessCase[] = [
  {
    route: 'GET /v2/emailThreads',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await thread(world)).identifier }),
    viewer: 'shown nothing',
  },
  {
    route: 'GET /v2/emailThreads/:threadId/messages',
    make: async (world) => {
      const { threadId, text } = await thread(world)
      return { params: { threadId }, mark: text }
    },
    viewer: 404,
  },
  {
    route: 'GET /v2/emailDrafts',
    make: async (world) => ({ query: '$orderby=Id desc', mark: `"id":${await draft(world)},` }),
    viewer: 'shown nothing',
  },
  {
    route: 'GET /v2/matters/:matterId/conversation',
    make: async (world) => {
      const { matterId, text } = await thread(world)
      await world.send('owner', 'token', {
        method: 'POST',
        url: `${emails}/drafts`,
        payload: { matterId, mode: 'Message', sourceId: text },
      })
      await deliverWaitingDrafts(world.app)
      return { params: { matterId }, mark: text }
    },
    viewer: 'may',
  },
]

export const emailCases: readonly AccessCase[] = [
  ...casesV2,
  {
    route: `GET ${emails}/threads`,
    make: async (world) => {
      const { identifier } = await tracked(world)
      return { query: `threadIdentifier=${identifier}`, mark: identifier }
    },
    viewer: 'may',
  },
  {
    route: `GET ${emails}/threads/page`,
    make: async (world) => ({ mark: (await tracked(world)).identifier }),
    viewer: 'shown nothing',
  },
  {
    route: `POST ${emails}/threads`,
    make: async (world) => ({
      body: { client: 'Gmail', threadIdentifier: mark(), matterId: await matter(world), track: true },
    }),
    outsider: 400,
    viewer: 'may',
  },
  {
    route: `POST ${emails}/threads/byExternalReferenceId`,
    make: async (world) => ({
      body: { externalReferenceIds: [(await tracked(world)).reference] },
      mark: world.people.owner.id,
    }),
    changesNothing: 'it only asks; the ids may be too many for an address',
    outsider: 'shown nothing',
    viewer: 'may',
  },
  {
    route: `POST ${emails}/drafts`,
    make: async (world) => ({ body: { matterId: await matter(world), mode: 'Message' } }),
    outsider: 400,
    viewer: 'may',
  },
  {
    route: `PUT ${emails}/drafts/:draftId`,
    make: async (world) => ({ params: { draftId: await draft(world) }, body: { mode: 'File' } }),
    viewer: 404,
  },
  {
    route: `DELETE ${emails}/drafts/:draftId`,
    make: async (world) => ({ params: { draftId: await draft(world) } }),
    viewer: 404,
  },
]
