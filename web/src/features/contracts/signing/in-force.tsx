// What is in force of an agreement that was amended, each fact with the contract that it comes from; and the chain.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DescriptionList } from '../../../components/description-list.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { TextLink } from '../../../components/links.tsx'
import { Panel } from '../../../components/panel.tsx'
import { recordRoute } from '../../../lib/addresses/route-of.ts'
import type { Answer } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { contractKind } from '../contract-kind.ts'
import classes from './signing.module.css'
import { inForceTexts as texts } from './texts.ts'

type InForce = Answer<'/v2/contracts/{contractId}/inForce'>

const inForceQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['contracts', contractId, 'inForce'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/contracts/{contractId}/inForce', { params: { path: { contractId } }, signal })),
  })

/** Nothing for a contract without amendments that is none itself. */
export function InForcePanel({ contractId }: { contractId: number }) {
  const found = useQuery(inForceQuery(contractId))
  const format = useFormat()
  if (!found.isSuccess || found.data.chain.length < 2) return null
  const { chain, otherParty, effectiveDate, expiry, ownExpiry, noticeDate, renewedUntil, value } = found.data
  const linkTo = (id: number) => {
    const link = chain.find((each) => each.id === id)
    return link === undefined ? null : <ContractLink contractId={contractId} link={link} />
  }
  const row = <Value,>(
    label: string,
    fact: { readonly value: Value; readonly from: number } | null,
    shown: (value: Value) => ReactNode,
  ) =>
    fact === null
      ? []
      : [
          [
            label,
            <span key={label}>
              {shown(fact.value)} <span className={classes.lead}>({linkTo(fact.from)})</span>
            </span>,
          ] as const,
        ]
  return (
    <Panel title={texts.title}>
      <DescriptionList
        facts={[
          ...row(texts.otherParty, otherParty, ({ name }) => name),
          ...row(texts.effectiveDate, effectiveDate, format.date),
          ...row(texts.expiry, expiry, format.date),
          ...(ownExpiry ? [[texts.ownExpiry, format.date(ownExpiry)] as const] : []),
          ...row(texts.noticeDate, noticeDate, format.date),
          ...row(texts.renewedUntil, renewedUntil, format.date),
          ...row(texts.value, value, (amount) => format.number(amount)),
        ]}
      />
      <ol className={classes.names}>
        {chain.map((link) => (
          <li key={link.id}>
            <ContractLink contractId={contractId} link={link} />
            <div className={classes.lead}>
              {link.executed === null
                ? texts.notExecuted
                : link.inForce
                  ? texts.executed(format.date(link.executed))
                  : texts.notYet(format.date(link.executed))}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function ContractLink({ contractId, link }: { contractId: number; link: InForce['chain'][number] }) {
  if (link.id === contractId) return <span className={classes.name}>{link.name}</span>
  return <TextLink to={recordRoute(contractKind.names, link.id)}>{link.name}</TextLink>
}
