// Checking who is to be invited against who is there, and sending the invitations one after the other.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, client } from '../../lib/client.ts'
import { hasStatus } from '../../lib/refusal.ts'
import { messageOf } from '../../lib/refusal-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { type InvitedRole, type InvitedRow, roles } from './invited-rows.ts'
import type { Invitation } from './people.ts'

const AT_ONCE = 25

/** Those of the addresses that people of the organisation have, in lower case. */
export function useKnownAddresses(organizationId: number) {
  return useAction({
    mutationFn: async (rows: readonly InvitedRow[]) => {
      const emails = rows.map(({ email }) => email).filter((email) => email !== '')
      const known = new Set<string>()
      for (let from = 0; from < emails.length; from += AT_ONCE) {
        const texts = emails.slice(from, from + AT_ONCE).map((email) => `'${email.replaceAll("'", "''")}'`)
        const $filter = `OrganizationId eq ${organizationId} and Email in (${texts.join()})`
        const { items } = await answer(client.GET('/v2/users', { params: { query: { $filter, $top: 200 } } }))
        for (const { email } of items) if (email) known.add(email.toLowerCase())
      }
      return known
    },
  })
}

function rightsOf(chosen: InvitedRole) {
  const role = roles.find((each) => each === chosen)
  return role ? { role } : { customRole: { id: Number(chosen) } }
}

interface Outcome {
  readonly problem?: string
}

/** Sends one after the other, and tells what became of each; a refusal of one does not keep the others. */
async function sendEach<One, Key>(
  all: readonly One[],
  keyOf: (one: One) => Key,
  send: (one: One) => Promise<unknown>,
  onOutcome: (done: Map<Key, Outcome>) => void,
): Promise<ReadonlyMap<Key, Outcome>> {
  const done = new Map<Key, Outcome>()
  for (const one of all) {
    try {
      await send(one)
      done.set(keyOf(one), {})
    } catch (error) {
      done.set(keyOf(one), { problem: messageOf(error) })
      // too many for today: the others would be refused as well
      if (hasStatus(error, 429)) break
    } finally {
      onOutcome(new Map(done))
    }
  }
  return done
}

/** What became of each line: undefined while it waits, and why it was refused. */
type Outcomes = ReadonlyMap<number, Outcome>

/** Sends the invitations one by one; a refusal of one does not keep the others. */
export function useInviteMany() {
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const send = useAction({
    mutationFn: ({ rows, role }: { rows: readonly InvitedRow[]; role: InvitedRole }) =>
      sendEach(
        rows,
        ({ line }) => line,
        ({ email, firstName, lastName, role: own }) =>
          answer(
            client.POST('/v2/users', { body: { email, firstName, lastName, ...rightsOf(own ?? role) } }),
          ),
        setOutcomes,
      ),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['people'] })
      await queries.invalidateQueries({ queryKey: ['roles'] })
    },
  })
  return { send, outcomes }
}

type Unsent = NonNullable<Invitation['user']>

/** Sends the first invitation to each of these people, one by one. */
export function useSendUnsent() {
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Unsent, Outcome>>(new Map())
  const send = useAction({
    mutationFn: (people: readonly Unsent[]) =>
      sendEach(
        people,
        (person) => person,
        ({ id }) =>
          answer(client.POST('/v2/users/{userId}/invitation', { params: { path: { userId: id } } })),
        setOutcomes,
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['people'] }),
  })
  return { send, outcomes: [...outcomes].map(([who, { problem }]) => ({ who, problem })) }
}
