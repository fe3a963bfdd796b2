// The rates of a department's law firms, or of a firm with its clients, and what is proposed. The pages of proposals
// are loaded with it: they are small, and one comes from here.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { lazily } from '../../components/lazily.tsx'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { ProposalsPanel } from './proposals-panel.tsx'
import { othersQuery } from './rate-calls.ts'
import { RateCard } from './rate-card.tsx'
import classes from './rates.module.css'
import { proposalTexts, rateTexts as texts } from './texts.ts'

export { ProposalPage } from './proposal-view.tsx'
export { ProposePage } from './proposing.tsx'

const GeneralArrangements = lazily(
  () => import('../matters/money/arrangements/general-arrangements.tsx'),
  'GeneralArrangements',
)

export function RatesPage() {
  const isFirm = useMe().organization.type === 'ServiceProvider'
  const others = useQuery(othersQuery)
  const [chosen, setChosen] = useState<number>()
  const all = others.data?.map(({ organization }) => organization) ?? []
  const id = chosen ?? all[0]?.id
  return (
    <Page
      title={texts.title}
      lead={isFirm ? texts.leadOfFirm : texts.leadOfPayer}
      actions={
        isFirm && id !== undefined ? (
          <ButtonLink to="/rates/propose">{proposalTexts.propose}</ButtonLink>
        ) : null
      }
    >
      {others.isPending ? <PageSkeleton lines={6} /> : null}
      {others.isError ? <ErrorPanel error={others.error} retry={others.refetch} /> : null}
      {others.isSuccess && all.length === 0 ? (
        <p className={classes.quiet}>{isFirm ? texts.noClients : texts.noFirms}</p>
      ) : null}
      {id === undefined ? null : (
        <>
          <ProposalsPanel />
          {all.length > 1 ? (
            <div className={classes.bar}>
              <NativeSelect
                label={isFirm ? texts.client : texts.firm}
                value={String(id)}
                data={all.map((each) => ({ value: String(each.id), label: each.name ?? '' }))}
                onChange={(event) => setChosen(Number(event.currentTarget.value))}
              />
            </div>
          ) : null}
          {isFirm ? <GeneralArrangements side={{ customer: id }} /> : null}
          <RateCard key={id} side={isFirm ? { customer: id } : { firm: id }} />
        </>
      )}
    </Page>
  )
}
