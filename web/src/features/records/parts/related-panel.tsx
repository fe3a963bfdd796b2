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
import { kindOfType, recordKinds } from '../../../app/record-kinds.ts'
import { useMe } from '../../../components/me-context.ts'
import { creationRoute, recordRoute } from '../../../lib/addresses/route-of.ts'
import type { RecordOverview } from '../record-calls.ts'
import type { RelationWords } from '../record-kind.ts'
import { recordChanged, type RecordRef } from '../records.ts'
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
  const { calls, names, relations } = target.kind
  const others = relations.map((relation) => ({
    ...relation,
    above: related.find(({ type }) => type === relation.type),
  }))
  const below = related.filter((each) => !others.some(({ above }) => above === each))
  const mayPlace = can.rights.includes('parent')
  const creations = useCreations(target, can.change)
  if (!mayPlace && !parent && related.length === 0 && creations.length === 0) return null
  return (
    <SidePanel title={texts.title}>
      <Above
        target={target}
        heading={texts.above}
        above={parent ?? undefined}
        canChange={mayPlace}
        type={names.type}
        words={texts.toParent(names)}
        set={(id) => calls.setParent(target.id, id)}
      />
      {others.map(({ type, heading, above, right, words, set }) => (
        <Above
          key={type}
          target={target}
          heading={heading}
          above={above}
          canChange={can.rights.includes(right)}
          type={type}
          words={words}
          set={(id) => set(target.id, id)}
        />
      ))}
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
      {creations.map(({ names, search }) => (
        <TextLink key={names.one} size="sm" to={creationRoute(names)} search={search}>
          {texts.create(names)}
        </TextLink>
      ))}
    </SidePanel>
  )
}

/** The kinds of which a record can be made for this one, and how their pages are told. */
function useCreations({ kind, id }: RecordRef, mayChange: boolean) {
  const me = useMe()
  if (!mayChange) return []
  return recordKinds.flatMap(({ names, relations, mayCreate }) => {
    const relation = relations.find(({ type, createdFor }) => type === kind.names.type && createdFor)
    return relation?.createdFor && mayCreate(me)
      ? [{ names, search: { [relation.createdFor]: String(id) } }]
      : []
  })
}

interface AboveProps {
  readonly target: RecordRef
  readonly heading: string
  readonly above: Related | undefined
  readonly canChange: boolean
  readonly type: Related['type']
  readonly words: RelationWords
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
        <UnstyledButton className={classes.add ?? ''} data-screen-only onClick={() => setChoosing(true)}>
          <IconPlus size={14} aria-hidden="true" />
          {words.add}
        </UnstyledButton>
      ) : null}
      {choosing ? (
        <RelationDialog
          type={type}
          words={words}
          except={type === target.kind.names.type ? target.id : undefined}
          busy={change.isPending}
          error={change.error}
          onChoose={(chosen) => change.mutate(chosen, { onSuccess: () => setChoosing(false) })}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  )
}

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
  const { type, id, displayId, name, statusName } = related
  const kind = kindOfType(type)
  return (
    <span className={classes.line}>
      <TextLink size="sm" to={recordRoute(kind.names, id)}>
        {displayId ? `${displayId} ${name}` : name}
      </TextLink>
      <span className={classes.when}>{statusName}</span>
    </span>
  )
}
