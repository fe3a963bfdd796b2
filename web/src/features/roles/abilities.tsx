// What rights let somebody do with records, kind by kind, in a table that is read from top to bottom.
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { namesOfType } from '../../lib/kinds.ts'
import { capitalised } from '../../lib/words.ts'
import { abilitiesQuery, type Abilities, type AskedRights } from './roles.ts'
import { roleTexts as texts } from './role-texts.ts'
import classes from './roles.module.css'

/** Of a role, also of one that is just being made. */
export function AbilitiesPanel({ rights }: { rights: AskedRights }) {
  const abilities = useQuery(abilitiesQuery(rights))
  return (
    <Panel title={texts.may}>
      <p className={classes.none}>{texts.mayLead}</p>
      {abilities.isPending ? <PageSkeleton lines={6} /> : null}
      {abilities.isError ? <ErrorPanel error={abilities.error} retry={abilities.refetch} /> : null}
      {abilities.data ? <AbilityTables records={abilities.data.records} /> : null}
    </Panel>
  )
}

type OfKind = Abilities[number]
type Ability = OfKind['rights'][number]

export const AbilityTables = ({ records }: { records: Abilities }) =>
  records.map((one) => <AbilityTable key={one.type} {...one} />)

function AbilityTable({ type, sees, rights }: OfKind) {
  const { one = type, many = type } = namesOfType(type) ?? {}
  const groups = [...Map.groupBy(rights, ({ as, because }) => `${as.join()} ${because.join()}`).values()]
  return (
    <section aria-label={capitalised(many)}>
      <h3 className={classes.kind}>{capitalised(many)}</h3>
      <p className={classes.none}>{texts.sees(many, sees)}</p>
      <table className={classes.table}>
        <tbody>
          {groups.map((some) => (
            <AbilityRow key={some[0]?.right} one={one} some={some} />
          ))}
        </tbody>
      </table>
      {groups.length === 0 ? <p className={classes.none}>{texts.mayNothing(many)}</p> : null}
    </section>
  )
}

function AbilityRow({ one, some }: { one: string; some: readonly Ability[] }) {
  const [first] = some
  if (!first) return null
  const changes = some.filter(({ is }) => is === 'Property').map(({ words }) => words)
  const acts = some.filter(({ is }) => is === 'Act').map(({ words }) => words)
  const said = [...(changes.length > 0 ? [`changing ${changes.join(', ')}`] : []), ...acts]
  return (
    <tr>
      <th scope="row">
        {texts.parts(first.as, one)}
        <span className={classes.reason}>{texts.because(first.because)}</span>
      </th>
      <td>{capitalised(said.join('; '))}</td>
    </tr>
  )
}
