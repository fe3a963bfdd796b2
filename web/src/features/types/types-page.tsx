// All types of the organisation: of matters, contracts and requests.
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { answer, client } from '../../lib/client.ts'
import { ContractTypes } from '../contracts/types/contract-types.tsx'
import { MatterTypes } from '../matters/types/matter-types.tsx'
import { StarterSets } from './starter-sets.tsx'
import { typesTexts as texts } from './texts.ts'
import type { TypeCalls } from './type-kind.ts'
import { TypeRow } from './type-row.tsx'
import classes from './types.module.css'
import { typeUsageQuery, type UsedRequestType } from './types.ts'

export function TypesPage() {
  const usage = useQuery(typeUsageQuery)
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <>
          <TextLink to="/administration/clauses">{texts.clauses}</TextLink>
          <TextLink to="/administration/fields">{texts.fields}</TextLink>
          <TextLink to="/administration/status-names">{texts.statusNames}</TextLink>
        </>
      }
    >
      {usage.isPending ? <PageSkeleton lines={10} /> : null}
      {usage.isError ? <ErrorPanel error={usage.error} retry={usage.refetch} /> : null}
      {usage.data ? (
        <>
          <Panel title={texts.matterTypes}>
            <MatterTypes types={usage.data.matterTypes} />
          </Panel>
          <Panel title={texts.contractTypes}>
            <ContractTypes types={usage.data.contractTypes} />
          </Panel>
          <Panel title={texts.requestTypes}>
            <p className={classes.quiet}>{texts.requestTypesLead}</p>
            <RequestTypes types={usage.data.requestTypes} />
          </Panel>
          <StarterSets />
        </>
      ) : null}
    </Page>
  )
}

const on = (typeId: number) => ({ params: { path: { typeId } } })
const requestTypeCalls: TypeCalls = {
  retire: (typeId) => answer(client.DELETE('/v2/requestTypes/{typeId}', on(typeId))),
  restore: (typeId) => answer(client.POST('/v2/requestTypes/{typeId}/restore', on(typeId))),
  purge: (typeId) => answer(client.POST('/v2/requestTypes/{typeId}/purge', on(typeId))),
}

function RequestTypes({ types }: { types: readonly UsedRequestType[] }) {
  return (
    <>
      {types.length === 0 ? <p className={classes.quiet}>{texts.requestTypesNone}</p> : null}
      <ul className={classes.list}>
        {types.map((type) => (
          <TypeRow
            key={type.id}
            {...type}
            calls={requestTypeCalls}
            isUnused={type.used === 0}
            link={
              type.active ? (
                <TextLink
                  size="sm"
                  to="/administration/request-types/$typeId"
                  params={{ typeId: String(type.id) }}
                >
                  {type.name}
                </TextLink>
              ) : (
                type.name
              )
            }
            facts={[
              texts.makes(type.contractType?.name ?? type.matterType.name),
              ...texts.promised(type),
              texts.used(type.used, 'request', 'requests'),
            ]}
          />
        ))}
      </ul>
      <div>
        <ButtonLink
          size="xs"
          variant="default"
          to="/administration/request-types/$typeId"
          params={{ typeId: 'new' }}
        >
          {texts.addRequestType}
        </ButtonLink>
      </div>
    </>
  )
}
