// Who decides on one's approvals while one is away, and for whom one decides.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DateInput } from '../../components/date-input.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import type { PersonValue } from '../../forms/field-kind.ts'
import { PersonSelect } from '../../forms/inputs/person-input.tsx'
import { nameOf } from '../../lib/person-name.ts'
import { fieldError } from '../../lib/refusal.ts'
import classes from './delegates-panel.module.css'
import { type Delegate, delegatesQuery, useNameDelegate, useWithdrawDelegate } from './delegates.ts'
import { delegateTexts as texts } from './texts.ts'

export function DelegatesPanel() {
  const delegates = useQuery(delegatesQuery)
  const withdraw = useWithdrawDelegate()
  const [adding, setAdding] = useState(false)
  const items = delegates.data ?? []
  return (
    <Panel title={texts.title}>
      <p className={classes.lead}>{texts.lead}</p>
      {delegates.isPending ? <PageSkeleton lines={2} /> : null}
      {delegates.isError ? <ErrorPanel error={delegates.error} retry={delegates.refetch} /> : null}
      <ErrorAlert error={withdraw.error} />
      {items.length === 0 ? null : (
        <ul className={classes.list}>
          {items.map((each) => (
            <Row
              key={each.id}
              delegate={each}
              busy={withdraw.isPending}
              onWithdraw={() => withdraw.mutate({ id: each.id })}
            />
          ))}
        </ul>
      )}
      {adding ? (
        <NewDelegate onClose={() => setAdding(false)} />
      ) : (
        <Button variant="default" size="xs" className={classes.add ?? ''} onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      )}
    </Panel>
  )
}

function Row(props: { delegate: Delegate; busy: boolean; onWithdraw: () => void }) {
  const { delegate: each, busy, onWithdraw } = props
  const format = useFormat()
  const isMine = each.user.id === useMe().user.id
  const who = isMine ? texts.decides(nameOf(each.delegate)) : texts.youDecide(nameOf(each.user))
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span>{who}</span>
        <span className={classes.days}>
          {texts.days(format.date(each.firstDay), format.date(each.lastDay))}
          {each.now ? ` · ${texts.now}` : ''}
        </span>
      </span>
      <Button
        size="xs"
        variant="default"
        disabled={busy}
        aria-label={texts.withdrawNamed(who)}
        onClick={onWithdraw}
      >
        {texts.withdraw}
      </Button>
    </li>
  )
}

function NewDelegate({ onClose }: { onClose: () => void }) {
  const format = useFormat()
  const [person, setPerson] = useState<PersonValue>()
  const [firstDay, setFirst] = useState(format.today())
  const [lastDay, setLast] = useState('')
  const name = useNameDelegate()
  const ready = person !== undefined && firstDay !== '' && lastDay !== ''

  function send() {
    if (!ready || person === undefined) return
    name.mutate({ delegate: { id: person.id }, firstDay, lastDay }, { onSuccess: onClose })
  }

  return (
    <div className={classes.form}>
      <ErrorAlert error={name.error} shownFields={['delegate', 'firstDay', 'lastDay']} />
      <PersonSelect
        label={texts.who}
        person={person}
        onPerson={(chosen) => setPerson(chosen ?? undefined)}
        colleaguesOnly
        who="active"
        error={fieldError(name.error, 'delegate')}
      />
      <div className={classes.dates}>
        <DateInput
          label={texts.first}
          value={firstDay}
          onChange={setFirst}
          error={fieldError(name.error, 'firstDay')}
        />
        <DateInput
          label={texts.last}
          value={lastDay}
          onChange={setLast}
          error={fieldError(name.error, 'lastDay')}
        />
      </div>
      <div className={classes.acts}>
        <Button size="xs" disabled={!ready} loading={name.isPending} onClick={send}>
          {texts.save}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  )
}
