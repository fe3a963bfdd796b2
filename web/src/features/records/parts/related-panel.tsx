// Which records belong to a record, and what it belongs to itself: set, changed and removed by those who may change it.
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Menu } from '../../../components/floating/menu.ts'
import { lazily } from '../../../components/lazily.tsx'
import { TextLink } from '../../../components/links.tsx'
import { useAction } from '../../../lib/use-action.ts'
import { callsOf, type RecordOverview, setMatterOfContract } from '../record-calls.ts'
import { recordChanged, type RecordRef } from '../records.ts'
import { stateName } from '../state/states.ts'
import { showDone } from '../show-done.ts'
import { recordTexts } from '../texts.ts'
import { SidePanel } from './side-panel.tsx'
import classes from './side-panel.module.css'

const RelationDialog = lazily(() => import('./relation-dialog.tsx'), 'RelationDialog')
const texts = recordTexts.related
type Related = RecordOverview['related'][number]

/** Nothing for somebody who may only read a record that is alone. */
export function RelatedPanel({ target, overview }: { target: RecordRef; overview: RecordOverview }) {
  const { parent, related, can } = overview
  const isContract = target.kind === 'contracts'
  const matter = isContract ? related.find(({ type }) => type === 'Matter') : undefined
  const below = related.filter((each) => each !== matter)
  const mayPlace = can.rights.includes('parent')
  if (!mayPlace && !parent && related.length === 0) return null
  const words = texts.of[target.kind]
  return (
    <SidePanel title={texts.title}>
      <Above
        target={target}
        heading={texts.above}
        above={parent ?? undefined}
        canChange={mayPlace}
        type={isContract ? 'Contract' : 'Matter'}
        words={{ add: words.parent, label: words.label, title: words.title }}
        set={(id) => callsOf(target.kind).setParent(target.id, id)}
      />
      {isContract ? (
        <Above
          target={target}
          heading={texts.matterOf}
          above={matter}
          canChange={can.rights.includes('matter')}
          type="Matter"
          words={texts.onMatter}
          set={(id) => setMatterOfContract(target.id, id)}
        />
      ) : null}
      {below.length > 0 ? (
        <div>
          <div className={classes.small}>{texts.below}</div>
          <ul className={classes.list}>
            {below.map((each) => (
              <li key={`${each.type}-${each.id}`}>
                <RelatedLink related={each} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </SidePanel>
  )
}

interface AboveProps {
  readonly target: RecordRef
  readonly heading: string
  readonly above: Related | undefined
  readonly canChange: boolean
  readonly type: Related['type']
  readonly words: { readonly add: string; readonly label: string; readonly title: string }
  readonly set: (id: number | undefined) => Promise<unknown>
}

/** What the record belongs to. */
function Above({ target, heading, above, canChange, type, words, set }: AboveProps) {
  const [choosing, setChoosing] = useState(false)
  const change = useChange(target, above, set)
  return (
    <>
      {above === undefined ? null : (
        <div>
          <div className={classes.small}>{heading}</div>
          <div className={classes.line}>
            <RelatedLink related={above} />
            {canChange ? (
              <Menu position="bottom-end" withinPortal>
                <Menu.Target>
                  <ActionIcon variant="subtle" size="sm" color="gray" aria-label={texts.menu(above.name)}>
                    <IconDots size={16} aria-hidden="true" />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setChoosing(true)}>{texts.change}</Menu.Item>
                  <Menu.Item color="red" onClick={() => change.mutate(undefined)}>
                    {texts.remove}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ) : null}
          </div>
        </div>
      )}
      {choosing ? null : <ErrorAlert error={change.error} />}
      {above === undefined && canChange ? (
        <UnstyledButton className={classes.add ?? ''} onClick={() => setChoosing(true)}>
          <IconPlus size={14} aria-hidden="true" />
          {words.add}
        </UnstyledButton>
      ) : null}
      {choosing ? (
        <RelationDialog
          type={type}
          words={words}
          except={type === kindName(target) ? target.id : undefined}
          busy={change.isPending}
          error={change.error}
          onChoose={(chosen) => change.mutate(chosen, { onSuccess: () => setChoosing(false) })}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  )
}

const kindName = ({ kind }: RecordRef): Related['type'] => (kind === 'matters' ? 'Matter' : 'Contract')

/** Sets or removes it, with an undo. */
function useChange(target: RecordRef, above: Related | undefined, set: AboveProps['set']) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (to: { readonly id: number; readonly label: string } | undefined) => set(to?.id),
    onSuccess: async (_answer, to) => {
      await recordChanged(queries, target)
      showDone(to === undefined ? texts.removed(above?.name ?? '') : texts.set(to.label), async () => {
        await set(above?.id)
        await recordChanged(queries, target)
      })
    },
  })
}

function RelatedLink({ related }: { related: Related }) {
  const { type, id, displayId, name, status } = related
  return (
    <span className={classes.line}>
      <TextLink
        size="sm"
        to={type === 'Matter' ? '/matters/$id' : '/contracts/$id'}
        params={{ id: String(id) }}
      >
        {displayId ? `${displayId} ${name}` : name}
      </TextLink>
      <span className={classes.when}>{stateName(status)}</span>
    </span>
  )
}
