// Access to conversations: everybody who sees the record reads them, those on it write.
import { postMessage } from '../../../../server/records/conversations/commands/post-message.ts'
import type { SubjectKind } from '../../../../server/platform/subject.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import { matter } from '../matters.ts'
import { mark, type World } from '../world.ts'

const records = {
  contract: async (world: World) => {
    const { contractId } = await contract(world)
    return { recordId: contractId, params: { contractId } }
  },
  matter: async (world: World) => {
    const { matterId } = await matter(world)
    return { recordId: matterId, params: { matterId } }
  },
} as const

/** A message of the owner on a record that the viewer sees. */
async function message(world: World, kind: SubjectKind) {
  const { recordId, params } = await records[kind](world)
  const owner = await actorFor(world.app, world.people.owner)
  const text = mark()
  const messageId = await postMessage(world.app, owner, { kind, recordId, text, mentions: [] })
  return { params: { ...params, messageId }, text, record: params }
}

const casesOf = (kind: SubjectKind): readonly AccessCase[] => {
  const path = `/v2/${kind}s/:${kind}Id/conversation`
  const listed: AccessCase = {
    route: `GET ${path}`,
    make: async (world) => {
      const { record, text } = await message(world, kind)
      return { params: record, mark: text }
    },
    viewer: 'may',
  }
  return [
    // of a matter it is among the cases of mail
    ...(kind === 'contract' ? [listed] : []),
    {
      route: `POST ${path}`,
      make: async (world) => ({ params: (await records[kind](world)).params, body: { text: mark() } }),
      viewer: 'may',
    },
    {
      route: `PATCH ${path}/:messageId`,
      make: async (world) => ({ params: (await message(world, kind)).params, body: { text: mark() } }),
    },
    {
      route: `DELETE ${path}/:messageId`,
      make: async (world) => ({ params: (await message(world, kind)).params }),
    },
  ]
}

export const conversationCases: readonly AccessCase[] = [...casesOf('contract'), ...casesOf('matter')]
