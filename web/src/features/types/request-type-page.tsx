// The page of a request type: what people ask for, what they fill in, what is promised, and what they get at once.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { requestTypesQuery } from '../intake/intake.ts'
import { RequestTypeForm } from './request-type-form.tsx'
import { requestTypeTexts as texts } from './request-type-texts.ts'
import { typesTexts } from './texts.ts'

export function RequestTypePage() {
  const { typeId } = useParams({ from: '/signed-in/administration/request-types/$typeId' })
  const isNew = typeId === 'new'
  const types = useQuery({ ...requestTypesQuery, enabled: !isNew })
  const type = isNew ? undefined : types.data?.items.find(({ id }) => id === Number(typeId))
  const isThere = isNew || type !== undefined
  return (
    <Page
      key={typeId}
      title={isNew ? texts.newTitle : (type?.title ?? typesTexts.requestTypes)}
      lead={texts.lead}
      actions={<TextLink to="/administration/types">{typesTexts.back}</TextLink>}
    >
      {types.isPending && !isNew ? <PageSkeleton lines={8} /> : null}
      {types.isError ? <ErrorPanel error={types.error} retry={types.refetch} /> : null}
      {types.isSuccess && !isThere ? <EmptyState title={typesTexts.gone} /> : null}
      {isThere ? (
        <Panel>
          <RequestTypeForm key={type?.id} type={type} />
        </Panel>
      ) : null}
    </Page>
  )
}
