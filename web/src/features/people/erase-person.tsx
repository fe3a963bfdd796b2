// Erasing a person who is disabled, for good; and the certificate of one who was.
import { Button } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DescriptionList } from '../../components/description-list.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Panel } from '../../components/panel.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { answer, client } from '../../lib/client.ts'
import { hasStatus } from '../../lib/refusal.ts'
import { useAction } from '../../lib/use-action.ts'
import { eraseTexts as texts } from './erase-texts.ts'

const erasureQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', userId, 'erasure'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/users/{userId}/erasure', { params: { path: { userId } }, signal })).catch(
        (error: unknown) => {
          if (hasStatus(error, 404)) return null
          throw error
        },
      ),
  })

/** Of somebody who is disabled. */
export function ErasePerson({ userId, name }: { userId: string; name: string }) {
  const format = useFormat()
  const erasure = useQuery(erasureQuery(userId))
  const [asking, setAsking] = useState(false)
  if (!erasure.isSuccess) return null
  const { data: done } = erasure
  const sum = (rows: Readonly<Record<string, number>>) =>
    Object.values(rows).reduce((one, other) => one + other, 0)
  return (
    <Panel title={done ? texts.erased : texts.title}>
      {done ? (
        <DescriptionList
          facts={[
            [texts.when, format.date(done.erased.dateUtc)],
            [texts.reason, done.reason],
            [texts.removed, format.number(sum(done.removed))],
            [texts.kept, format.number(sum(done.kept))],
          ]}
        />
      ) : (
        <>
          <p>{texts.lead}</p>
          <Button color="red.9" style={{ alignSelf: 'start' }} onClick={() => setAsking(true)}>
            {texts.start}
          </Button>
        </>
      )}
      {asking ? <Asking userId={userId} name={name} onClose={() => setAsking(false)} /> : null}
    </Panel>
  )
}

function Asking({ userId, name, onClose }: { userId: string; name: string; onClose: () => void }) {
  const queries = useQueryClient()
  const erase = useAction({
    mutationFn: (body: { reason: string }) =>
      answer(client.POST('/v2/users/{userId}/erase', { params: { path: { userId } }, body })),
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  })
  return (
    <ReasonDialog
      title={texts.askTitle(name)}
      label={texts.reason}
      hint={texts.reasonHint}
      confirmLabel={texts.start}
      danger
      busy={erase.isPending}
      error={erase.error}
      onConfirm={(reason) => erase.mutate({ reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <div>{texts.lead}</div>
    </ReasonDialog>
  )
}
