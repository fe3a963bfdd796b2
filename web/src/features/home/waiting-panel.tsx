// What waits for the person, each line with what to do about it.
import { Button } from '@mantine/core'
import {
  IconCalendarEvent,
  IconCalendarX,
  IconChecklist,
  IconClockDollar,
  IconFileCheck,
  IconInbox,
  IconMessageQuestion,
  IconReceipt,
  IconScale,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LinkButton } from '../../components/link-button.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Loading } from '../../components/loading.tsx'
import { showToast } from '../../components/toast-store.ts'
import { routeOf } from '../../lib/addresses/route-of.ts'
import { useDone, type Work, workQuery } from './home.ts'
import { HomeGroup, HomeLine, HomeLines, HomeList, HomeNothing } from './home-list.tsx'
import { texts } from './texts.ts'

const FIRST = 5

const icons: Readonly<Record<Work['kind'], Icon>> = {
  Task: IconChecklist,
  Approval: IconFileCheck,
  Scope: IconScale,
  Intake: IconInbox,
  Invoice: IconReceipt,
  KeyDate: IconCalendarEvent,
  Expiry: IconCalendarX,
  Question: IconMessageQuestion,
  InvoiceApproval: IconReceipt,
  InvoiceQuestion: IconMessageQuestion,
  DeclinedInvoice: IconReceipt,
  UnbilledWork: IconClockDollar,
}

const verbs: Readonly<Record<Work['kind'], string>> = {
  Task: texts.done,
  KeyDate: texts.done,
  Expiry: texts.review,
  Approval: texts.review,
  Scope: texts.review,
  Intake: texts.assign,
  Invoice: texts.review,
  Question: texts.answer,
  InvoiceApproval: texts.review,
  InvoiceQuestion: texts.answer,
  DeclinedInvoice: texts.review,
  UnbilledWork: texts.state,
}

/** Key dates that are still to come are in the next 30 days. */
export const isWaiting =
  (today: string) =>
  ({ kind, due }: Work): boolean =>
    kind !== 'KeyDate' || (due !== null && due !== undefined && due.slice(0, 10) <= today)

interface Group {
  readonly key: string
  readonly title: string
  readonly has: (work: Work, today: string) => boolean
}

const isLate = ({ due }: Work, today: string): boolean =>
  due !== null && due !== undefined && due.slice(0, 10) < today
const own: ReadonlySet<Work['kind']> = new Set([
  'Task',
  'KeyDate',
  'Expiry',
  'Question',
  'InvoiceQuestion',
  'DeclinedInvoice',
  'UnbilledWork',
])
const isOwn = ({ kind }: Work): boolean => own.has(kind)
const toDecide: ReadonlySet<Work['kind']> = new Set(['Approval', 'Scope', 'InvoiceApproval'])

// what others wait for, what is late, what is one's own, and last what a colleague could take on as well
const groups: readonly Group[] = [
  { key: 'asked', title: texts.toDecide, has: ({ kind }) => toDecide.has(kind) },
  { key: 'late', title: texts.overdue, has: (work, today) => isOwn(work) && isLate(work, today) },
  { key: 'own', title: texts.yours, has: (work, today) => isOwn(work) && !isLate(work, today) },
  { key: 'invoices', title: texts.invoices, has: ({ kind }) => kind === 'Invoice' },
  { key: 'intake', title: texts.intake, has: ({ kind }) => kind === 'Intake' },
]

export function WaitingPanel() {
  const work = useQuery(workQuery)
  const today = useFormat().today()
  const waiting = work.data?.filter(isWaiting(today)) ?? []
  const shown = groups.flatMap((group) => {
    const some = waiting.filter((each) => group.has(each, today))
    return some.length === 0 ? [] : [{ ...group, some }]
  })
  return (
    <HomeList title={texts.waiting} count={waiting.length}>
      {work.isPending ? <Loading /> : null}
      {work.isError ? <ErrorPanel error={work.error} retry={work.refetch} /> : null}
      {work.data && waiting.length === 0 ? <HomeNothing>{texts.nothingWaiting}</HomeNothing> : null}
      {shown.map(({ key, title, some }) => (
        <WaitingGroup key={key} title={title} some={some} />
      ))}
    </HomeList>
  )
}

function WaitingGroup({ title, some }: { title: string; some: readonly Work[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? some : some.slice(0, FIRST)
  const hidden = some.length - shown.length
  return (
    <HomeGroup title={title} count={some.length}>
      <HomeLines>
        {shown.map((each) => (
          <OneWaiting key={`${each.kind}/${each.record.type}/${each.id}`} work={each} />
        ))}
      </HomeLines>
      {hidden > 0 ? (
        <HomeNothing>
          <LinkButton onClick={() => setAll(true)}>{texts.more(hidden)}</LinkButton>
        </HomeNothing>
      ) : null}
    </HomeGroup>
  )
}

function OneWaiting({ work }: { work: Work }) {
  const format = useFormat()
  const { kind, record, title, by } = work
  const Glyph = icons[kind]
  const route = routeFor(work)
  // what is approved is the record; the step has a name that says little by itself
  const shown = kind === 'UnbilledWork' ? texts.unbilled(format.month(title)) : title
  const [head, about] =
    (kind === 'Approval' || kind === 'Expiry') && record.name ? [record.name, title] : [shown, record.name]
  const name = head === about ? undefined : about
  const parts = [texts.kinds[kind], by ? texts.askedBy(by.name) : undefined, record.displayId, name]
  const detail = parts.filter((part) => part).join(' · ')
  return (
    <HomeLine
      icon={<Glyph size={18} stroke={1.6} />}
      to={route}
      title={head}
      detail={detail}
      when={<When work={work} />}
      action={
        kind === 'Task' || kind === 'KeyDate' ? (
          <DoneButton work={work} />
        ) : route === undefined ? undefined : (
          <ButtonLink to={route} variant="default" size="xs" aria-label={`${verbs[kind]}: ${head}`}>
            {verbs[kind]}
          </ButtonLink>
        )
      }
    />
  )
}

function DoneButton({ work }: { work: Work }) {
  const done = useDone()
  const failed = { onError: () => showToast({ text: texts.notDone, problem: true }) }
  const undo = () =>
    done.mutate(
      { work, done: false },
      { ...failed, onSuccess: () => showToast({ text: texts.markedOpen(work.title) }) },
    )
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={`${texts.done}: ${work.title}`}
      aria-busy={done.isPending}
      onClick={() =>
        done.mutate(
          { work, done: true },
          { ...failed, onSuccess: () => showToast({ text: texts.markedDone(work.title), undo }) },
        )
      }
    >
      {texts.done}
    </Button>
  )
}

function When({ work: { due, since } }: { work: Work }) {
  const format = useFormat()
  if (due !== null && due !== undefined) {
    const late = due.slice(0, 10) < format.today()
    const words = format.day(due)
    return <time dateTime={due}>{late ? <strong>{words}</strong> : words}</time>
  }
  if (since === null || since === undefined) return null
  return <time dateTime={since}>{format.relative(since)}</time>
}

function routeFor({ kind, id, record }: Work): string | undefined {
  if (kind === 'Task') return routeOf('Task', id)
  if (kind === 'UnbilledWork') return '/unbilled-work'
  if (kind.includes('Invoice')) return routeOf('Invoice', id)
  if (kind === 'Question' || kind === 'Intake') return routeOf('Request', record.id)
  return routeOf(record.type, record.id)
}
