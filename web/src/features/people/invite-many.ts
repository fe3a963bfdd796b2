// Checking who is to be invited against who is there, and sending the invitations one after the other.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, client } from '../../lib/client.ts'
import { messageOf } from '../../lib/refusal-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { type InvitedRole, type InvitedRow, roles } from './invited-rows.ts'

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

/** What became of each line: undefined while it waits, and why it was refused. */
type Outcomes = ReadonlyMap<number, { readonly problem?: string }>

/** Sends the invitations one by one; a refusal of one does not keep the others. */
export function useInviteMany() {
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const send = useAction({
    mutationFn: async ({ rows, role }: { rows: readonly InvitedRow[]; role: InvitedRole }) => {
      const done = new Map<number, { problem?: string }>()
      for (const { line, email, firstName, lastName, role: own } of rows) {
        const body = { email, firstName, lastName, ...rightsOf(own ?? role) }
        try {
          await answer(client.POST('/v2/users', { body }))
          done.set(line, {})
        } catch (error) {
          done.set(line, { problem: messageOf(error) })
        }
        setOutcomes(new Map(done))
      }
      return done
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['people'] })
      await queries.invalidateQueries({ queryKey: ['roles'] })
    },
  })
  return { send, outcomes }
}
