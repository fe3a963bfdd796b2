// Invitations of law firms and of colleagues, with what can be done about them; and the way to each colleague.
import { Group } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useMe } from '../../components/me-context.ts'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { AddFirm } from './add-firm.tsx'
import { Colleagues } from './colleagues/colleagues.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { SendUnsent } from './send-unsent.tsx'
import { firmInvitationsQuery, invitationsQuery } from './people.ts'
import classes from './people.module.css'
import { texts } from './texts.ts'

export function PeoplePage() {
  const { can } = useMe()
  return (
    <Page title={texts.title} lead={texts.lead}>
      {can.administer ? <Invitations /> : null}
      <Colleagues />
    </Page>
  )
}

function Invitations() {
  const { organization } = useMe()
  const firms = useQuery(firmInvitationsQuery)
  const invited = useQuery(invitationsQuery)
  return (
    <>
      {organization.type === 'Customer' ? (
        <Section title={texts.firms} query={firms} none={texts.firmsNone} actions={<FirmActions />}>
          {({ user, organization: firm, ...rest }) => (
            <InvitationRow key={user?.id} user={user} about={firm.name} {...rest} />
          )}
        </Section>
      ) : null}
      <Section
        title={texts.invited}
        query={invited}
        none={texts.invitedNone}
        above={<SendUnsent invitations={invited.data ?? []} />}
        actions={
          <TextLink size="sm" to="/people/invite">
            {texts.invitePeople}
          </TextLink>
        }
      >
        {({ user, expired, ...rest }) => (
          <InvitationRow
            key={user?.id}
            user={user}
            status={rest.sent === null ? 'NotSent' : expired ? 'Expired' : 'Sent'}
            {...rest}
          />
        )}
      </Section>
    </>
  )
}

const FirmActions = () => (
  <Group>
    <AddFirm />
    <TextLink size="sm" to="/administration/law-firms">
      {texts.allFirms}
    </TextLink>
  </Group>
)

function Section<One>(props: {
  title: string
  query: UseQueryResult<readonly One[]>
  none: string
  above?: ReactNode
  actions?: ReactNode
  children: (one: One) => ReactNode
}) {
  const { title, query, none, above, actions, children } = props
  return (
    <Panel title={title}>
      {query.isPending ? <PageSkeleton lines={2} /> : null}
      {query.isError ? <ErrorPanel error={query.error} retry={query.refetch} /> : null}
      {above}
      {query.data?.length === 0 ? <p className={classes.none}>{none}</p> : null}
      {query.data && query.data.length > 0 ? (
        <ul className={classes.list}>{query.data.map(children)}</ul>
      ) : null}
      {actions ? <div>{actions}</div> : null}
    </Panel>
  )
}
