// The page of a matter type: what it is called and decides, and its forms.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { hasFeature, useMe } from '../../../components/me-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import type { Answer } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { LoadedType } from '../../types/loaded-type.tsx'
import { requestTypeTexts } from '../../types/request-type-texts.ts'
import { typesTexts as texts } from '../../types/texts.ts'
import type { TypeTab } from '../../types/type-kind.ts'
import { TypePage } from '../../types/type-page.tsx'
import { fieldsOpened, firmRightsQuery } from './firm-rights.ts'
import { firmRightsTexts, tasksOfTypeTexts } from './texts.ts'
import { matterTypeKind } from './matter-type-kind.ts'

// one of them is shown at a time
const FirmRightsTab = lazily(() => import('./firm-rights-tab.tsx'), 'FirmRightsTab', <PageSkeleton />)
const MatterTypeGeneral = lazily(
  () => import('./matter-type-general.tsx'),
  'MatterTypeGeneral',
  <PageSkeleton />,
)
const TasksOfTypeTab = lazily(() => import('./tasks-of-type-tab.tsx'), 'TasksOfTypeTab', <PageSkeleton />)
const FormsTab = lazily(() => import('../../types/forms-tab.tsx'), 'FormsTab', <PageSkeleton />)
const RequestsTab = lazily(() => import('../../types/requests-tab.tsx'), 'RequestsTab', <PageSkeleton />)

export type MatterType = Answer<'/v2/matterTypes/{typeId}'>

export function MatterTypePage() {
  const { typeId } = useParams({ from: '/signed-in/administration/matter-types/$typeId' })
  return typeId === 'all' ? (
    <TypePage title={texts.sharedOf(matterTypeKind.names.many)} tabs={[formsTab(undefined)]} />
  ) : (
    <OneMatterType key={typeId} typeId={Number(typeId)} />
  )
}

const formsTab = (typeId: number | undefined): TypeTab => ({
  value: 'form',
  label: typeId === undefined ? texts.form : texts.forms,
  draw: () => <MatterForms typeId={typeId} />,
})

const requestsTab = (typeId: number): TypeTab => ({
  value: 'requests',
  label: requestTypeTexts.tab,
  draw: () => (
    <RequestsTab makes={({ matterType, contractType }) => matterType.id === typeId && !contractType} />
  ),
})

const firmsTab = (typeId: number): TypeTab => ({
  value: 'firms',
  label: firmRightsTexts.tab,
  draw: () => <FirmRightsTab typeId={typeId} />,
})

const tasksTab = (typeId: number): TypeTab => ({
  value: 'tasks',
  label: tasksOfTypeTexts.tab,
  draw: () => <TasksOfTypeTab typeId={typeId} />,
})

const generalTab = (type: MatterType): TypeTab => ({
  value: 'general',
  label: texts.general,
  draw: () => <MatterTypeGeneral key={JSON.stringify(type)} type={type} />,
})

function OneMatterType({ typeId }: { typeId: number }) {
  const me = useMe()
  const type = useQuery({
    queryKey: ['types', 'matterTypes', typeId],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/matterTypes/{typeId}', { params: { path: { typeId } }, signal })),
  })
  return (
    <LoadedType
      type={type}
      title={texts.matterTypes}
      tabsOf={(data) => [
        formsTab(typeId),
        requestsTab(typeId),
        ...(hasFeature(me, 'TASKS') ? [tasksTab(typeId)] : []),
        firmsTab(typeId),
        generalTab(data),
      ]}
    />
  )
}

/** The preview for a law firm shows what the type opens to it. */
function MatterForms({ typeId }: { typeId: number | undefined }) {
  const rights = useQuery({ ...firmRightsQuery(typeId ?? 0), enabled: typeId !== undefined })
  return <FormsTab kind={matterTypeKind} typeId={typeId} firmMayChange={fieldsOpened(rights.data)} />
}
