// The page of a contract type: what it is called and decides, and its forms.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazily } from '../../../components/lazily.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import type { Answer } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { LoadedType } from '../../types/loaded-type.tsx'
import { requestTypeTexts } from '../../types/request-type-texts.ts'
import { typesTexts as texts } from '../../types/texts.ts'
import type { TypeTab } from '../../types/type-kind.ts'
import { TypePage } from '../../types/type-page.tsx'
import { approvalRuleTexts, templateTexts } from './texts.ts'
import { contractTypeKind } from './contract-type-kind.ts'

// one of them is shown at a time
const ApprovalTab = lazily(() => import('./approval-tab.tsx'), 'ApprovalTab', <PageSkeleton />)
const TemplateTab = lazily(() => import('./template-tab.tsx'), 'TemplateTab', <PageSkeleton />)
const ContractTypeGeneral = lazily(
  () => import('./contract-type-general.tsx'),
  'ContractTypeGeneral',
  <PageSkeleton />,
)
const FormsTab = lazily(() => import('../../types/forms-tab.tsx'), 'FormsTab', <PageSkeleton />)
const RequestsTab = lazily(() => import('../../types/requests-tab.tsx'), 'RequestsTab', <PageSkeleton />)

export type ContractType = Answer<'/v2/contractTypes/{typeId}'>

export function ContractTypePage() {
  const { typeId } = useParams({ from: '/signed-in/administration/contract-types/$typeId' })
  return typeId === 'all' ? (
    <TypePage title={texts.sharedOf(contractTypeKind.names.many)} tabs={[formsTab(undefined)]} />
  ) : (
    <OneContractType key={typeId} typeId={Number(typeId)} />
  )
}

const formsTab = (typeId: number | undefined): TypeTab => ({
  value: 'form',
  label: typeId === undefined ? texts.form : texts.forms,
  draw: () => <FormsTab kind={contractTypeKind} typeId={typeId} />,
})

const templateTab = (typeId: number, hasWizard: boolean): TypeTab => ({
  value: 'template',
  label: templateTexts.tab,
  draw: () => <TemplateTab typeId={typeId} hasWizard={hasWizard} />,
})

const approvalTab = (typeId: number): TypeTab => ({
  value: 'approval',
  label: approvalRuleTexts.tab,
  draw: () => <ApprovalTab typeId={typeId} />,
})

const requestsTab = (typeId: number): TypeTab => ({
  value: 'requests',
  label: requestTypeTexts.tab,
  draw: () => <RequestsTab makes={({ contractType }) => contractType?.id === typeId} />,
})

const generalTab = (type: ContractType): TypeTab => ({
  value: 'general',
  label: texts.general,
  draw: () => <ContractTypeGeneral key={JSON.stringify(type)} type={type} />,
})

function OneContractType({ typeId }: { typeId: number }) {
  const type = useQuery({
    queryKey: ['types', 'contractTypes', typeId],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/contractTypes/{typeId}', { params: { path: { typeId } }, signal })),
  })
  return (
    <LoadedType
      type={type}
      title={texts.contractTypes}
      tabsOf={(data) => [
        formsTab(typeId),
        templateTab(typeId, data.hasWizard === true),
        approvalTab(typeId),
        requestsTab(typeId),
        generalTab(data),
      ]}
    />
  )
}
