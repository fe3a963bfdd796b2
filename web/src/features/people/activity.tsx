// Disabling a person, having seen what is left without anyone, and enabling them again.
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { showToast } from '../../components/toast-store.ts'
import type { PersonValue } from '../../forms/field-kind.ts'
import { PersonSelect } from '../../forms/inputs/person-input.tsx'
import { nameOf } from '../../lib/person-name.ts'
import { messageOf } from '../../lib/refusal-message.ts'
import { ActingThings } from './acting-things.tsx'
import { LeftWithoutAnyone, SoleRecords } from './handover/left-without-anyone.tsx'
import { texts as without } from './handover/texts.ts'
import { actingQuery, holdingsQuery, type Person, soleRecordsQuery, useSetActive } from './people.ts'
import classes from './people.module.css'
import { texts } from './texts.ts'

export function Activity({ person, userId }: { person: Person; userId: string }) {
  const set = useSetActive(userId)
  const [asking, setAsking] = useState(false)
  const name = nameOf(person)
  if (person.status === 'Disabled')
    return (
      <Button
        variant="default"
        aria-busy={set.isPending}
        onClick={() =>
          set.mutate(
            { active: true, done: texts.enabledNow(name) },
            { onError: (error) => showToast({ text: messageOf(error), problem: true }) },
          )
        }
      >
        {texts.enable}
      </Button>
    )
  if (person.status !== 'Active') return null
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.disable}
      </Button>
      <Disabling name={name} userId={userId} opened={asking} onClose={() => setAsking(false)} />
    </>
  )
}

function Disabling(props: { name: string; userId: string; opened: boolean; onClose: () => void }) {
  const { name, userId, opened, onClose } = props
  const set = useSetActive(userId)
  const holdings = useQuery({ ...holdingsQuery(userId), enabled: opened })
  const sole = useQuery({ ...soleRecordsQuery(userId), enabled: opened })
  const [successor, setSuccessor] = useState<PersonValue>()
  const [missing, setMissing] = useState(false)
  const acting = useQuery({ ...actingQuery(userId), enabled: opened })
  const [keepTokens, setKeepTokens] = useState(false)
  const items = holdings.data?.items ?? []
  const isNeeded = (sole.data?.length ?? 0) > 0

  function disable() {
    setMissing(isNeeded && !successor)
    if (isNeeded && !successor) return
    set.mutate(
      { active: false, successor: successor?.id, keepTokens, done: texts.disabledNow(name) },
      { onSuccess: onClose },
    )
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={texts.disableTitle(name)}
      confirmLabel={texts.disable}
      busy={set.isPending}
      error={set.error}
      onConfirm={disable}
      onClose={onClose}
    >
      <Stack gap="md">
        <p className={classes.plain}>{texts.disableLead}</p>
        {holdings.isPending || sole.isPending ? <PageSkeleton lines={3} /> : null}
        <ErrorAlert error={holdings.error ?? sole.error ?? acting.error} />
        {items.length > 0 ? <p className={classes.plain}>{texts.stillHolds(items.length)}</p> : null}
        <LeftWithoutAnyone items={items} />
        <SoleRecords records={sole.data ?? []} hint={without.soleRecordsNow} />
        <ActingThings things={acting.data ?? []} keepTokens={keepTokens} onKeepTokens={setKeepTokens} />
        {isNeeded ? (
          <PersonSelect
            label={texts.successor}
            required
            {...(missing && !successor ? { error: texts.successorNeeded } : {})}
            colleaguesOnly
            who="active"
            clearable
            offers={({ id }) => id !== userId}
            person={successor}
            onPerson={(chosen) => setSuccessor(chosen ?? undefined)}
          />
        ) : null}
      </Stack>
    </ConfirmDialog>
  )
}
