// Everything one has asked the legal department for.
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ownRequestsQuery } from './intake.ts'
import { RequestList } from './request-list.tsx'
import { requestTexts as texts } from './texts.ts'

export function RequestsPage() {
  const own = useInfiniteQuery(ownRequestsQuery)
  const requests = own.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Page title={texts.mine} lead={texts.mineLead} actions={<ButtonLink to="/ask">{texts.ask}</ButtonLink>}>
      <ErrorPanel error={own.error} retry={own.refetch} />
      {own.isPending ? <PageSkeleton lines={6} /> : null}
      {own.isSuccess && requests.length === 0 ? (
        <EmptyState
          title={texts.none}
          lead={texts.noneLead}
          icon={<IconSend size={28} aria-hidden="true" />}
        />
      ) : null}
      {requests.length === 0 ? null : (
        <Panel>
          <RequestList requests={requests} />
          {own.hasNextPage ? (
            <Button variant="default" onClick={() => void own.fetchNextPage()}>
              {texts.loadMore}
            </Button>
          ) : null}
        </Panel>
      )}
    </Page>
  )
}
