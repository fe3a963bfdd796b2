// One law firm: terms of engagement, people with their invitations, what they work on, and ending the connection.
import { Anchor, Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { kindOfType } from '../../app/record-kinds.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { hasFeature, useMe } from '../../components/me-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { showToast } from '../../components/toast-store.ts'
import { type KindNames, kindNames } from '../../lib/kinds.ts'
import { nameOf } from '../../lib/person-name.ts'
import { stateOf } from '../../lib/states.ts'
import { ConflictAsker } from '../../forms/conflict-asker.tsx'
import { RecordState } from '../records/state/record-state.tsx'
import { FirmTerms } from './firm-terms.tsx'
import { firmTexts as texts, personStates } from './firm-texts.ts'
import { firmPeopleQuery, firmRecordsQuery, lawFirmQuery, recordOf, useEndLink, worksOn } from './firms.ts'
import { InvitationRow } from './invitation-row.tsx'
import { firmInvitationsQuery } from './people.ts'
import classes from './people.module.css'

const GeneralArrangements = lazily(
  () => import('../matters/money/arrangements/general-arrangements.tsx'),
  'GeneralArrangements',
)
const FirmRates = lazily(() => import('../rates/firm-rates.tsx'), 'FirmRates')

export function LawFirmPage() {
  const { lawFirmId: id = '' } = useParams({ strict: false })
  const lawFirmId = Number(id)
  const me = useMe()
  const format = useFormat()
  const firm = useQuery(lawFirmQuery(lawFirmId))
  const data = firm.data?.value
  return (
    <Page
      title={data?.name ?? texts.title}
      {...(data ? { lead: texts.linked(format.date(data.linked.dateUtc)) } : {})}
      actions={
        <>
          <TextLink to="/administration/law-firms">{texts.back}</TextLink>
          {data ? <EndLink lawFirmId={lawFirmId} name={data.name} /> : null}
        </>
      }
    >
      {firm.isPending ? <PageSkeleton lines={8} /> : null}
      {firm.isError ? <ErrorPanel error={firm.error} retry={firm.refetch} /> : null}
      {firm.data ? (
        <>
          <ConflictAsker>
            <FirmTerms key={lawFirmId} lawFirmId={lawFirmId} read={recordOf(firm.data)} />
          </ConflictAsker>
          {me.can.manageInvoices ? <GeneralArrangements side={{ firm: lawFirmId }} /> : null}
          {me.can.manageInvoices ? <FirmRates lawFirmId={lawFirmId} /> : null}
          <FirstInvitation lawFirmId={lawFirmId} />
          <FirmPeople lawFirmId={lawFirmId} />
          {kindNames
            .filter(({ feature }) => hasFeature(me, feature))
            .map((names) => (
              <FirmRecords key={names.many} lawFirmId={lawFirmId} names={names} />
            ))}
        </>
      ) : null}
    </Page>
  )
}

/** The invitation that the organisation has sent, until somebody of the firm has joined. */
function FirstInvitation({ lawFirmId }: { lawFirmId: number }) {
  const invitations = useQuery(firmInvitationsQuery)
  const open = invitations.data?.filter(
    ({ organization, status }) => organization.id === lawFirmId && status !== 'Accepted',
  )
  if (open === undefined || open.length === 0) return null
  return (
    <Panel title={texts.invitation}>
      <ul className={classes.list}>
        {open.map((each) => (
          <InvitationRow key={each.user?.id} {...each} />
        ))}
      </ul>
    </Panel>
  )
}

function FirmPeople({ lawFirmId }: { lawFirmId: number }) {
  const found = useInfiniteQuery(firmPeopleQuery(lawFirmId))
  const people = found.data?.pages.flatMap(({ items }) => items)
  return (
    <Panel title={texts.peopleOf}>
      {found.isPending ? <PageSkeleton lines={3} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {people?.length === 0 ? <p className={classes.none}>{texts.peopleNone}</p> : null}
      <ul className={classes.list}>
        {people?.map((person) => (
          <li key={person.id} className={classes.row}>
            <span className={classes.what}>
              <span className={classes.name}>{nameOf(person)}</span>
              <span className={classes.about}>
                {[person.jobTitle, person.email].filter((part) => part).join(' · ')}
              </span>
            </span>
            {person.status === undefined ? null : <StateBadge state={stateOf(personStates, person.status)} />}
          </li>
        ))}
      </ul>
      {found.hasNextPage ? (
        <Button size="sm" variant="default" onClick={() => void found.fetchNextPage()}>
          {texts.more}
        </Button>
      ) : null}
    </Panel>
  )
}

function FirmRecords({ lawFirmId, names }: { lawFirmId: number; names: KindNames }) {
  const { many } = names
  const kind = kindOfType(names.type)
  const format = useFormat()
  const records = useQuery(firmRecordsQuery(lawFirmId, many))
  const count = records.data?.count ?? 0
  const items = records.data?.items ?? []
  return (
    <Panel title={texts.records(many)}>
      {records.isPending ? <PageSkeleton lines={2} /> : null}
      {records.isError ? <ErrorPanel error={records.error} retry={records.refetch} /> : null}
      {records.isSuccess && count === 0 ? (
        <p className={classes.none}>{texts.recordsNone(many)}</p>
      ) : (
        <p className={classes.none}>{texts.recordsLead}</p>
      )}
      <ul className={classes.list}>
        {items.map((record) => (
          <li key={record.id} className={classes.row}>
            <span className={classes.what}>
              <Anchor size="sm" href={`#/${many}/${record.id}`}>
                {record.name}
              </Anchor>
              <span className={classes.about}>{record.displayId}</span>
            </span>
            <RecordState kind={kind} row={record} />
          </li>
        ))}
      </ul>
      {count > items.length ? (
        <Anchor size="sm" href={`#/${many}?${new URLSearchParams({ filter: worksOn(lawFirmId) })}`}>
          {texts.recordsAll(format.number(count), many)}
        </Anchor>
      ) : null}
    </Panel>
  )
}

function EndLink({ lawFirmId, name }: { lawFirmId: number; name: string }) {
  const navigate = useNavigate()
  const end = useEndLink(lawFirmId)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.end}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={texts.endTitle(name)}
        confirmLabel={texts.endConfirm}
        busy={end.isPending}
        error={end.error}
        onConfirm={() =>
          end.mutate(undefined, {
            onSuccess: () => {
              showToast({ text: texts.ended(name) })
              void navigate({ to: '/administration/law-firms' })
            },
          })
        }
        onClose={() => setAsking(false)}
      >
        {texts.endLead}
      </ConfirmDialog>
    </>
  )
}
