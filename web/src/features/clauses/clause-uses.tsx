// Where a clause is used: contract types, and contracts that were drafted with it.
import { useQuery } from '@tanstack/react-query'
import { Anchor } from '@mantine/core'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { kinds } from '../../lib/kinds.ts'
import classes from './clauses.module.css'
import { type ClauseUses, usesQuery } from './clauses.ts'
import { clauseTexts as texts } from './texts.ts'

export function ClauseUsesList({ id }: { id: number }) {
  const found = useQuery(usesQuery(id))
  if (found.isPending) return <PageSkeleton lines={3} />
  if (found.isError) return <ErrorPanel error={found.error} retry={found.refetch} />
  const { contractTypes, contracts, more } = found.data
  if (contractTypes.length === 0 && contracts.length === 0)
    return <p className={classes.quiet}>{texts.notUsed}</p>
  return (
    <div className={classes.form}>
      {contractTypes.length > 0 ? <Types types={contractTypes} /> : null}
      {contracts.length > 0 ? (
        <section aria-label={texts.usedByContracts}>
          <h3 className={classes.small}>{texts.usedByContracts}</h3>
          <ul className={classes.uses}>
            {contracts.map(({ id: contractId, name, version, alternative }, at) => (
              <li key={at}>
                <Anchor href={`#/${kinds.contract.many}/${contractId}`}>{name}</Anchor>{' '}
                <span className={classes.quiet}>{texts.draftedWith(version, alternative)}</span>
              </li>
            ))}
          </ul>
          {more ? <p className={classes.quiet}>{texts.moreContracts}</p> : null}
        </section>
      ) : null}
    </div>
  )
}

function Types({ types }: { types: ClauseUses['contractTypes'] }) {
  return (
    <section aria-label={texts.usedByTypes}>
      <h3 className={classes.small}>{texts.usedByTypes}</h3>
      <ul className={classes.uses}>
        {types.map(({ id, name, active, alternative, chosenBy }, at) => (
          <li key={at}>
            <Anchor href={`#/administration/contract-types/${id}`}>{name}</Anchor>{' '}
            <span className={classes.quiet}>
              {[
                chosenBy ? texts.chosenBy(chosenBy) : texts.ofAlternative(alternative),
                ...(active ? [] : [texts.outOfUse]),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
