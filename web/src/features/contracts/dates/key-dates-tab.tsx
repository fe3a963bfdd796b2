// The key dates of a contract: done, changed and deleted where they stand, and the notice period above them.
import { Button } from '@mantine/core'
import { Menu } from '../../../components/floating/menu.ts'
import { IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { useCurrency } from '../../../forms/use-currency.ts'
import { repeatOf } from '../../../lib/recurrence.ts'
import { nameOf } from '../../../lib/person-name.ts'
import type { ContractOverview } from '../../records/record-calls.ts'
import { CheckedRow, CheckedRows } from '../../records/parts/checked-rows.tsx'
import { lazily } from '../../../components/lazily.tsx'
import { isAmended } from '../is-amended.ts'
import { KeyDateDialog } from './key-date-dialog.tsx'
import classes from './key-dates.module.css'
import { type KeyDate, keyDatesQuery, useChangeKeyDate, useDeleteKeyDate } from './key-dates.ts'
import { keyDateTexts as texts } from './texts.ts'

const InForcePanel = lazily(() => import('../signing/in-force.tsx'), 'InForcePanel')
const RenewalPanel = lazily(() => import('./renewal-panel.tsx'), 'RenewalPanel')

export function KeyDatesTab({ contractId, overview }: { contractId: number; overview: ContractOverview }) {
  const dates = useQuery(keyDatesQuery(contractId))
  const [open, setOpen] = useState<KeyDate | 'new'>()
  const { change } = overview.can
  const all = dates.data ?? []
  const isEmpty = all.length === 0 && expiryOf(overview) === undefined
  const add = change ? (
    <Button size="xs" onClick={() => setOpen('new')}>
      {texts.add}
    </Button>
  ) : undefined
  return (
    <div className={classes.dates}>
      {isAmended(overview) ? <InForcePanel contractId={contractId} /> : null}
      <RenewalPanel contractId={contractId} overview={overview} />
      <ErrorAlert error={dates.error} title={texts.notLoaded} />
      {dates.isPending ? <PageSkeleton lines={4} /> : null}
      {dates.isSuccess && isEmpty ? (
        <EmptyState title={texts.none} {...(change ? { lead: texts.noneLead } : {})}>
          {add}
        </EmptyState>
      ) : null}
      {!isEmpty && add ? <div>{add}</div> : null}
      <CheckedRows label={texts.label}>
        <ExpiryRow overview={overview} />
        {all
          .toSorted((one, other) => Number(one.done) - Number(other.done))
          .map((keyDate) => (
            <KeyDateRow
              key={keyDate.id}
              contractId={contractId}
              keyDate={keyDate}
              mayChange={change}
              onEdit={() => setOpen(keyDate)}
            />
          ))}
      </CheckedRows>
      {open === undefined ? null : (
        <KeyDateDialog
          contractId={contractId}
          keyDate={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

const expiryOf = ({ record }: ContractOverview) =>
  'expiry' in record ? record.expiry?.slice(0, 10) : undefined

/** The day on which the contract ends: a key date that is changed with the contract, and is over by itself. */
function ExpiryRow({ overview }: { overview: ContractOverview }) {
  const format = useFormat()
  const expiry = expiryOf(overview)
  if (!expiry) return null
  return (
    <CheckedRow
      isDone={expiry < format.today()}
      tick={{ label: texts.expiryTick, isPossible: false, run: () => undefined }}
      name={texts.categories['Expiry'] ?? ''}
      marks={[]}
      about={texts.expiryAbout}
      cells={
        <span className={classes.date} title={format.day(expiry)}>
          {format.date(expiry)}
        </span>
      }
      menu={undefined}
      error={null}
    />
  )
}

function KeyDateRow(props: { contractId: number; keyDate: KeyDate; mayChange: boolean; onEdit: () => void }) {
  const { contractId, keyDate, mayChange, onEdit } = props
  const format = useFormat()
  const currency = useCurrency()
  const change = useChangeKeyDate(contractId)
  const remove = useDeleteKeyDate(contractId, texts.removed)
  const { name, date, done, value, category, owner, reminders, recurrence } = keyDate
  // what has begun is not late
  const isLate = !done && category !== 'Start' && date < format.today()

  function tick() {
    const recurs = !done && recurrence !== null && recurrence !== undefined
    change.mutate({
      id: keyDate.id ?? 0,
      changes: { done: !done },
      done: done ? texts.markedOpen(name) : recurs ? texts.moved(name) : texts.markedDone(name),
      // one that recurs goes back to the day it was on
      undo: recurs ? { date } : { done },
    })
  }

  return (
    <CheckedRow
      isDone={done}
      tick={{ label: texts.tick(name), isPossible: mayChange, run: tick }}
      name={name}
      marks={[
        category && category !== 'Other' && category !== name
          ? (texts.categories[category] ?? category)
          : undefined,
      ]}
      icon={recurrence ? <IconRepeat size={14} className={classes.repeat} aria-hidden="true" /> : null}
      about={[
        value && currency ? format.money(value, currency) : undefined,
        recurrence ? repeatOf(recurrence) : undefined,
        owner ? nameOf(owner) : undefined,
        reminders.length > 0 ? texts.reminded(format.list(reminders.map(String))) : undefined,
      ]
        .filter((part) => part !== undefined)
        .join(' · ')}
      cells={
        <span className={classes.date} data-late={isLate} title={format.day(date)}>
          {format.date(date)}
          {isLate ? <span className={classes.late}>{texts.late}</span> : null}
        </span>
      }
      menu={
        mayChange
          ? {
              label: texts.menu(name),
              items: (
                <>
                  <Menu.Item onClick={onEdit}>{texts.edit}</Menu.Item>
                  <Menu.Item color="red" onClick={() => remove.mutate(keyDate)}>
                    {texts.remove}
                  </Menu.Item>
                </>
              ),
            }
          : undefined
      }
      error={change.error ?? remove.error}
    />
  )
}
