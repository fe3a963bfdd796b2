// The latest proposals of rates.
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { stateOf } from '../../lib/states.ts'
import { proposalStates } from './proposal-states.ts'
import { proposalsQuery, type Side } from './rate-calls.ts'
import classes from './rates.module.css'
import { proposalTexts as texts } from './texts.ts'

export function ProposalsPanel({ side }: { side?: Side | undefined }) {
  const format = useFormat()
  const found = useQuery(proposalsQuery(side))
  return (
    <Panel title={texts.open}>
      {found.isPending ? <PageSkeleton lines={2} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {found.data?.length === 0 ? <p className={classes.quiet}>{texts.noneOpen}</p> : null}
      <ul className={classes.list}>
        {found.data?.map(({ id, firm, customer, status, rateCount, modified }) => (
          <li key={id} className={classes.row}>
            <span className={classes.what}>
              <Anchor size="sm" href={`#/rates/proposals/${id}`}>
                {texts.of(firm.name ?? '', customer.name ?? '')}
              </Anchor>
              <small>
                {texts.rates(rateCount)} · {format.date(modified.dateUtc)}
              </small>
            </span>
            <StateBadge state={stateOf(proposalStates, status)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
