// Starter sets to choose from: what each adds, and adding it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { showToast } from '../../components/toast-store.ts'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { state } from '../../lib/states.ts'
import { typesTexts as texts } from './texts.ts'
import classes from './types.module.css'
import { useTypeAction } from './types.ts'

type StarterSet = Item<'/v2/starterSets'>

const key = ['types', 'starterSets']
const there = { All: state(texts.setThere, 'good'), Part: state(texts.setPart, 'talking') }

export function StarterSets() {
  const sets = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await answer(client.GET('/v2/starterSets', { signal }))).items,
  })
  return (
    <Panel title={texts.sets}>
      <p className={classes.quiet}>{texts.setsLead}</p>
      {sets.isPending ? <PageSkeleton lines={5} /> : null}
      {sets.isError ? <ErrorPanel error={sets.error} retry={sets.refetch} /> : null}
      <ul className={classes.list}>
        {(sets.data ?? []).map((set) => (
          <SetRow key={set.name} set={set} />
        ))}
      </ul>
    </Panel>
  )
}

/** What a set adds, by what it is. */
const contentsOf = (set: StarterSet): readonly (readonly [string, readonly string[]])[] =>
  (
    [
      [texts.matterTypes, set.matterTypes],
      [texts.contractTypes, set.contractTypes],
      [texts.setTemplates, set.templates],
      [texts.setStatuses, set.statusNames.map(({ matterType, name }) => `${matterType}: ${name}`)],
      [texts.setRules, set.approvalRules.map(({ contractType, name }) => `${contractType}: ${name}`)],
      [texts.requestTypes, set.requestTypes],
      [texts.setFields, set.fields],
    ] as const
  ).filter(([, names]) => names.length > 0)

function SetRow({ set }: { set: StarterSet }) {
  const queries = useQueryClient()
  const add = useTypeAction((name: string) =>
    answer(client.POST('/v2/starterSets/{set}/add', { params: { path: { set: name } } })),
  )
  const { name, title, description } = set
  const contents = contentsOf(set)
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{title}</span>
        <span className={classes.about}>{description}</span>
        <details className={classes.about}>
          <summary aria-label={texts.setAddsOf(title)}>{texts.setAdds}</summary>
          <dl className={classes.adds}>
            {contents.map(([what, names]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{names.join(' · ')}</dd>
              </div>
            ))}
          </dl>
        </details>
        <ErrorAlert error={add.error} />
      </span>
      {set.there === 'None' ? null : <StateBadge state={there[set.there]} />}
      {set.there === 'All' ? null : (
        <ActionButton
          size="xs"
          variant="default"
          busy={add.isPending}
          aria-label={texts.addSet(title)}
          onClick={() =>
            add.mutate(name, {
              onSuccess: ({ added }) => {
                showToast({ text: texts.setAdded(title, added.length) })
                void queries.invalidateQueries({ queryKey: key })
              },
            })
          }
        >
          {texts.add}
        </ActionButton>
      )}
    </li>
  )
}
