// What somebody is responsible for, chosen by kind or one by one, and who gets it.
import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { DateInput } from '../../../components/date-input.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { LinkButton } from '../../../components/link-button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { useMe } from '../../../components/me-context.ts'
import { showToast } from '../../../components/toast-store.ts'
import type { PersonValue } from '../../../forms/field-kind.ts'
import { PersonSelect } from '../../../forms/inputs/person-input.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import { type Holding, type HoldingKind, type NewHandover, useEndHandover, useHandOver } from '../people.ts'
import classes from '../people.module.css'
import { holdingLabels, texts } from '../texts.ts'
import { HandoverPreview } from './handover-preview.tsx'
import { texts as preview } from './texts.ts'

const keyOf = ({ kind, id }: Pick<Holding, 'kind' | 'id'>) => `${kind} ${id}`

export function HandoverForm(props: { userId: string; items: readonly Holding[]; complete: boolean }) {
  const { userId, items, complete } = props
  // what is left out is kept, so that all of what somebody holds is chosen at first, and after a handover
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const chosen = new Set(items.map(keyOf).filter((key) => !without.has(key)))
  const [to, setTo] = useState<PersonValue>()
  const [lastDay, setLastDay] = useState('')
  const [reason, setReason] = useState('')
  const isOneself = to?.id === useMe().user.id
  const [asking, setAsking] = useState<NewHandover>()
  const who = to ? nameOf(to) : ''
  const handOver = useHandOver(userId)
  const end = useEndHandover(userId, texts.takenBack)
  const kinds = [...Map.groupBy(items, ({ kind }) => kind)]
  const left = handOver.data?.left ?? []
  // somebody who is away may be asked to approve something all the same
  const hasNothing = items.length === 0
  const isReady =
    to !== undefined &&
    (hasNothing ? lastDay !== '' : chosen.size > 0) &&
    (!isOneself || reason.trim() !== '')

  function ask() {
    if (!to) return
    const body = {
      to: { id: to.id },
      ...partOf(kinds, chosen),
      ...(lastDay === '' ? {} : { lastDay }),
      ...(isOneself ? { reason: reason.trim() } : {}),
    }
    if (hasNothing) send(body)
    else setAsking(body)
  }

  function send(body: NewHandover) {
    handOver.mutate(body, {
      onSuccess: ({ count, handovers }) => {
        setAsking(undefined)
        showToast({
          text: hasNothing ? texts.standsIn(who) : texts.handedOver(count, who),
          undo: async () => {
            for (const id of handovers) await end.mutateAsync(id)
          },
        })
      },
    })
  }

  return (
    <>
      <p className={classes.none}>{hasNothing ? texts.holdsNone : texts.holdsLead}</p>
      <ul className={classes.kinds} hidden={hasNothing}>
        {kinds.map(([kind, some]) => (
          <Kind
            key={kind}
            kind={kind}
            items={some}
            chosen={chosen}
            onChosen={(next) => setWithout(new Set(items.map(keyOf).filter((key) => !next.has(key))))}
          />
        ))}
      </ul>
      {complete ? null : <p className={classes.none}>{texts.more}</p>}
      <div className={classes.form}>
        <PersonSelect
          label={hasNothing ? texts.standIn : texts.to}
          required
          colleaguesOnly
          who="active"
          offers={({ id }) => id !== userId}
          person={to}
          onPerson={(person) => setTo(person ?? undefined)}
        />
        <DateInput
          size="sm"
          label={texts.until1}
          description={hasNothing ? texts.standInHint : texts.untilHint}
          value={lastDay}
          onChange={setLastDay}
        />
        {isOneself ? (
          <Textarea
            size="sm"
            label={texts.reason}
            description={texts.reasonHint}
            required
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : null}
        {asking ? null : <ErrorAlert error={handOver.error} />}
        {left.length === 0 ? null : (
          <Notice kind="caution" title={texts.left}>
            {left.map((one) => (
              <div key={keyOf(one)}>
                {holdingLabels[one.kind]}: {one.reason}
              </div>
            ))}
          </Notice>
        )}
        <div>
          <ActionButton busy={handOver.isPending} disabled={!isReady} onClick={ask}>
            {hasNothing ? texts.nameStandIn : `${preview.handOver(chosen.size)}…`}
          </ActionButton>
        </div>
      </div>
      <HandoverPreview
        userId={userId}
        body={asking}
        count={chosen.size}
        who={who}
        busy={handOver.isPending}
        error={handOver.error}
        onConfirm={() => asking && send(asking)}
        onClose={() => setAsking(undefined)}
      />
    </>
  )
}

/** Nothing for all of it, else kinds as far as they are whole, else single things. */
function partOf(
  kinds: readonly (readonly [HoldingKind, readonly Holding[]])[],
  chosen: ReadonlySet<string>,
): Pick<NewHandover, 'kinds' | 'items'> {
  const picked = kinds.map(
    ([kind, some]) => [kind, some, some.filter((one) => chosen.has(keyOf(one)))] as const,
  )
  if (picked.every(([, some, its]) => some.length === its.length)) return {}
  if (picked.every(([, some, its]) => its.length === 0 || its.length === some.length)) {
    return { kinds: picked.flatMap(([kind, , its]) => (its.length === 0 ? [] : [kind])) }
  }
  return { items: picked.flatMap(([, , its]) => its.map(({ kind, id }) => ({ kind, id }))) }
}

function Kind(props: {
  kind: HoldingKind
  items: readonly Holding[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}) {
  const { kind, items, chosen, onChosen } = props
  const [open, setOpen] = useState(false)
  const count = items.filter((one) => chosen.has(keyOf(one))).length
  const sole = items.filter(({ isSole }) => isSole).length
  const toggle = (some: readonly Holding[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const one of some) {
      if (isChosen) next.add(keyOf(one))
      else next.delete(keyOf(one))
    }
    onChosen(next)
  }
  return (
    <li>
      <span className={classes.kind}>
        <Checkbox
          label={`${holdingLabels[kind]} (${items.length})`}
          description={sole === 0 ? undefined : preview.soleOf(sole, items.length)}
          checked={count === items.length}
          indeterminate={count > 0 && count < items.length}
          onChange={(event) => toggle(items, event.currentTarget.checked)}
        />
        {open ? null : (
          <LinkButton aria-label={`${texts.showEach}: ${holdingLabels[kind]}`} onClick={() => setOpen(true)}>
            {texts.showEach}
          </LinkButton>
        )}
      </span>
      {open ? (
        <ul className={classes.each}>
          {items.map((one) => (
            <li key={one.id}>
              <Checkbox
                label={one.name ?? texts.hidden(one.record?.type ?? '', one.record?.id ?? one.id)}
                description={one.isSole && sole < items.length ? preview.soleOne : undefined}
                checked={chosen.has(keyOf(one))}
                onChange={(event) => toggle([one], event.currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}
