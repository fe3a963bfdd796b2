// The manager of new records of a type.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PersonValue } from '../../forms/field-kind.ts'
import { answer, client } from '../../lib/client.ts'

/** The person who was chosen, until then the one with this id. */
export function useManager(id: string | undefined) {
  const known = useQuery({
    queryKey: ['users', id],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/users/{userId}', { params: { path: { userId: id ?? '' } }, signal })),
    enabled: id !== undefined,
  })
  const [chosen, setChosen] = useState<{ readonly person: PersonValue | undefined }>()
  const before: PersonValue | undefined =
    id === undefined ? undefined : { ...known.data, id, email: known.data?.email ?? '' }
  const set = (person: PersonValue | undefined) => setChosen({ person })
  return [chosen ? chosen.person : before, set] as const
}
